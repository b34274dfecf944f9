"""Detection of messages that are not in English: agents understand no other language."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from ..tokens import Token
from ..wordlist import words

#: Frequent words of other languages that are not English words.
_FOREIGN = words(
    """
    ich du er sie wir ihr ist sind nicht und oder aber bitte danke kannst kann könntest mach mache
    machen setz setze ändere mein meine dein deine warum wie welche farbe wenn dann jetzt bei auf
    mit für haben habe möchte will soll sollte muss nein ja sieht geht rot grün blau gelb schwarz
    weiß knoten el los las una unos por favor pon poner cambia cambiar puedes puedo tu mi es está
    son qué cuál cómo porque tiene tengo quiero sí gracias rojo roja verde azul amarillo negro
    blanco con para del le les un une des est sont je tu nous vous mon ma ton ta peux peut mettre
    mets changer pourquoi quelle quel couleur oui merci s'il plaît rouge vert verte bleu bleue
    jaune noir blanc avec pour en il lo gli hai ho puoi metti cambia perché quale colore sì grazie
    rosso rossa blu giallo nero bianco ik jij je het een niet kun kan zet maak maken verander
    waarom welke kleur ja nee rood groen blauw geel stel op wil o os uma você pode posso coloque
    mude meu minha porque qual cor sim não obrigado vermelho amarelo bin bist zufrieden passt gut
    schlecht nichts alles warte vielleicht auch noch schon mehr weniger einen eine einem der den
    dem das wird wurde würde wäre hast hat lass lassen bleib bleibt bleiben anders andere anderen
    ändern tausch tausche nimm nehme nehmen wollen sollten müssen muß gerne gern danke schön klar
    genau stimmt fertig  kein keine keinen dir mir uns euch wieder sonst trotzdem deshalb weil dass
    ob als wäre bueno vale listo claro hola adios contento quieres quieras necesito debes debe
    puede ser hacer haz deja dejar ahora entonces también pero si nodo nodos colores todos todas
    nada mejor cambio cambie ponlo ponga sea lo le te se que cual como donde cuando muy bien estoy
    estás  perfecto bonjour salut d'accord peux-tu est-ce moi toi lui content contente noeud nœud
    couleurs tout rien ani ata  efshar bevakasha toda ken  kahol yarok adom tsheva tzeva bene ciao
    certo ora allora anche però nodo nodi colori tutto niente goed dank graag kleuren knoop maar
    ook nog alles niets jest są nie proszę czy zmień kolor czerwony zielony niebieski
    """
) - words("will kan en a o os er je on me los den hat te se le lo si note der das auch gut")
#: Frequent English words; one of them beside one foreign word is a coincidence.
_ENGLISH = words(
    """
    the a an is are am was be been i you he she it we they my your our this that what which why how who
    can could would should will do does did not no and or but if to of at for with from make set
    change turn have has had please yes want need let keep put color red green blue
    """
)


def is_foreign(tokens: Sequence[Token]) -> bool:
    """Return whether a message is written in another language than English."""
    spoken = [token.text for token in tokens if token.kind in ("word", "other")]
    if any(_other_script(sign) for word in spoken for sign in word):
        return True
    plain = [word for word in spoken if word.isalpha()]
    foreign = sum(word in _FOREIGN for word in plain)
    english = sum(word in _ENGLISH for word in plain)
    return foreign > english


def _other_script(sign: str) -> bool:
    return sign.isalpha() and not unicodedata.name(sign, "LATIN").startswith("LATIN")
