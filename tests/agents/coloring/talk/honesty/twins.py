"""Messages of games, each with true wordings, and beside these what is near and says something else."""

from __future__ import annotations

ALONE = (
    "I have 1 conflict: 1 that you do not see. My a4 is green. I changed nodes that you do not see. "
    "I can solve this on my side; you need not change anything."
)
PLAN = (
    "Yes, with h4 green I can color my part without a conflict. I do not know the color of h1 yet. Then "
    "a2 would be blue. What colors are h1 and h4?"
)
UNKNOWN = "I do not know the color of h1. I do not know the color of h4. What colors are h1 and h4?"
SCORES = (
    "My score is 9. What works for me: if you keep h1 green and h4 red, or set h1 to red or blue, I can "
    "score 11; if you set h4 to green, or h4 to blue, I can score 9."
)
OTHERWISE = "a5 is green. a5 could be blue; tell me if you want that. With h4 red I can score 9."
EXCEPTION = "Any color of h4 works for me, except h4 red. We have no deal."
LIKE = (
    "Noted: h1 must be blue. My a2 and your h1 are both blue. My a4 and your h1 are both blue. "
    "a5 is red."
)
TURNED = (
    "I have no conflicts. My a2 is red and a4 is blue. Your h1 is blue and h4 is green. I changed a2 "
    "from green to red. I also changed nodes that you do not see."
)
GIVEN = (ALONE, PLAN, UNKNOWN, SCORES, OTHERWISE, LIKE, TURNED)
#: Messages with true wordings, and beside them sentences that are near and say something else.
TWINS = [
    (
        ALONE,
        """
        I have 1 conflict, and it's one that you don't see. I can solve this on my side.
        I have one conflict, which is one that you can't see. My a4 is green.
        I have 1 conflict that you do not see.
        I have 1 conflict: 1 that you do not see. I can solve this on my side, so you needn't change \
        anything.
        I have 1 conflict: 1 that you do not see, but I can solve this on my side; you don't need to \
        change anything.
        My a4 is green. You don't have to change anything.
        I changed nodes that you do not see. I can solve this on my side. You need not change anything.
        I changed nodes that you do not see. Since I can solve this on my side, you needn't change \
        anything.
        I have 1 conflict: 1 that you do not see. You needn't change anything, because I can solve this \
        on my side.
        """,
        """
        I have 1 conflict, and it's one that you see.
        I have 2 conflicts, and one is one that you don't see.
        I have 1 conflict, and they are 2 that you don't see.
        I have 1 conflict, and it's one that you don't need to see.
        I have 1 conflict.
        I can solve this on my side.
        My a4 is green. I can solve this on my side.
        My a4 is green. I can solve this on my side, so you needn't change anything.
        My a4 is green, so you needn't change anything.
        I changed nodes that you do not see, so you need not change anything.
        I changed nodes that you do not see. I can solve this on your side.
        You need to change anything.
        You must not change anything.
        You do not have anything.
        You need not change a4.
        I need not change anything.
        I can solve this on my side because you need not change anything.
        """,
    ),
    (
        "I have 3 conflicts: my a2 and your h1 are both blue; 2 that you do not see.",
        "I have 3 conflicts, my a2 and your h1 are both blue; 2 that you can't see.",
        """
        I have 3 conflicts that you do not see.
        I have 2 conflicts that you do not see.
        I have 3 conflicts, and they are ones that you do not see.
        """,
    ),
    (
        "I have 2 conflicts: 2 that you do not see. I changed nothing.",
        """
        I have 2 conflicts, and they're ones that you don't see.
        I have 2 conflicts, namely 2 that you don't see.
        I have 2 conflicts that you can't see.
        """,
        """
        I have 2 conflicts, and it's one that you don't see.
        I have 2 conflicts, and one that you don't see.
        I have 2 conflicts that you see.
        I have 1 conflict that you don't see.
        """,
    ),
    (
        PLAN,
        """
        Yes, with h4 green I can color my part without a conflict, and then a2 would be blue.
        With h4 green I can color my part without a conflict; a2 would then be blue.
        Yes, with h4 green I can color my part without a conflict. In that case a2 would be blue.
        Yes, with h4 green I can color my part without a conflict, and a2 would be blue then. But I \
        don't know the color of h1 yet.
        Yes, with h4 green I can color my part without a conflict. I don't know the color of h1 yet, \
        though. Then a2 would be blue.
        I don't yet know the color of your h1.
        """,
        """
        Yes, with h4 green I can color my part without a conflict, and then a2 would be red.
        Yes, with h4 green I can color my part without a conflict, and then a4 would be blue.
        Yes, with h1 green I can color my part without a conflict, and then a2 would be blue.
        Yes, then a2 would be blue.
        a2 would then be blue.
        What colors are h1 and h4? Then a2 would be blue.
        Yes, with h4 green I can color my part without a conflict, and a2 is then blue.
        I don't yet know the color of h4.
        I don't know the color of h1 yet. What color is it?
        """,
    ),
    (
        UNKNOWN,
        """
        I don't know the colors of h1 and h4. What colors are they?
        I don't know the color of h1 or the color of h4. Which colors do they have?
        I don't know the color of your h1 or h4, so tell me what colors they are.
        I do not know the colors of your nodes h1 and h4; what are their colors?
        I don't know the color of h1, and I don't know the color of h4. What colors are they?
        """,
        """
        I know the colors of h1 and h4.
        I do not know the color of h1. What colors are they?
        I do not know the colors of h1 and a2.
        I do not know the colors of h1 and h4 yet.
        I do not know what the colors of h1 and h4 do.
        I do not know the colors of h1 and h4. What color is it?
        I do not know the colors of h1 and h4. What colors would they be?
        I do not know the colors of h1 and h4. What colors are a2 and h4?
        What colors are they?
        """,
    ),
    (
        "I do not know the color of h4 yet. What color is h4?",
        """
        I don't know the color of h4 yet. What color is it?
        I don't know the color of h4 yet; what color does it have?
        I don't yet know the color of h4. What is its color?
        """,
        """
        I do not know the color of h1 yet. What color is it?
        I do not know the color of h4 yet. What color is a2?
        My a2 is red, what color is it?
        I do not know the colors of h4 and h1 yet.
        """,
    ),
    (
        SCORES,
        """
        My score is 9. What works for me is this: if you keep h1 green and h4 red or set h1 to red or \
        blue, I can score 11; and if you set h4 to green or h4 to blue, I can score 9.
        If you keep h1 green and h4 red, or set h1 to red or blue, that works for me and I can score 11.
        I can score 9 if you set h4 to green or set it to blue. That's what works for me.
        I can score 9 if you set h4 to green, or set h4 to blue, and that works for me.
        My score is 9, and here is what works for me: I can score 9 if you set h4 to green or set h4 to \
        blue, and I can score 11 if you keep h1 green and h4 red, or set h1 to red or blue.
        """,
        """
        What works for me: my score is 9.
        My score is 9. That's what works for me.
        My score is 9, and that works for me.
        If you set h4 to green or set it to blue, that works for me and I can score 11.
        I can score 9 if you set h4 to green and set it to blue.
        I can score 9 if you set h4 to green or set h1 to blue.
        If you keep h1 green or set it to red or blue, I can score 11.
        If you keep h1 green and h4 red or set it to red or blue, I can score 11.
        If you keep h1 green and set h4 to red or set h1 to red or blue, I can score 11.
        I can score 11 if you set h4 to green or blue, and I can score 9 if you keep h1 green and h4 \
        red, or set h1 to red or blue.
        If I can score 11, you keep h1 green and h4 red, or set h1 to red or blue.
        That's what works for me.
        """,
    ),
    (
        "What works for me: if you keep h1 green, or set h1 to blue, I can score 9.",
        """
        I can score 9 if you keep h1 green or set it to blue. That's what works for me.
        If you keep your h1 green or set it to blue, I can score 9, and that works for me.
        Here's what works for me: I can score 9 if you keep h1 green or set h1 to blue.
        """,
        """
        I can score 9 if you keep h1 green or set it to red.
        I can score 9 if you keep h4 green or set it to blue.
        I can score 9 if you keep it green or set it to blue.
        My h1 is green, and I can score 9 if you keep it green or set it to blue.
        If I keep h1 green or set it to blue, I can score 9.
        I can score 9, and that works for me.
        That only works if you keep h1 green or set it to blue.
        """,
    ),
    (
        "My a2 is red. It would work if you set h1 to red, or h4 to blue. I have no conflicts.",
        """
        My a2 is red. It would work if you set h1 to red or h4 to blue.
        My a2 is red. If you set h1 to red, or set h4 to blue, it would work.
        My a2 is red, and if you set h1 to red or h4 to blue, it would work, and I have no conflicts.
        """,
        """
        My a2 is red. It would work if you set h1 to red and h4 to blue.
        My a2 is red. It would work if you set h4 to red or h1 to blue.
        My a2 is red. If it would work, you set h1 to red or h4 to blue.
        My a2 is red. If you set h1 to red or h4 to blue, I have no conflicts.
        My a2 is red if you set h1 to red or h4 to blue. It would work.
        """,
    ),
    (
        "My a2 is red. It would work if you set h1 to red, or h1 to blue and h4 to green.",
        "My a2 is red. If you set h1 to red, or h1 to blue and h4 to green, it'd work.",
        """
        My a2 is red. It would work if you set h1 to red or h1 to blue and h4 to green.
        My a2 is red. It would work if you set h1 to red or blue, and h4 to green.
        """,
    ),
    (
        OTHERWISE,
        """
        a5 is green, not blue. It could be blue, though; just tell me if you want that.
        My a5 is green and not blue, but it could be blue; let me know if you want that.
        My a5 is green, not red. a5 could be blue, though; just let me know if you want that.
        """,
        """
        a5 is green, not green.
        a5 is blue, not green.
        a5 is not green.
        a5 is not green, blue.
        a5 is green, not blue?
        a5 is green, not blue or red. It could be green.
        a4 is green, not blue.
        a5 is green, not blue. It could be red, though; just tell me if you want that.
        a5 could be blue, not red.
        a5 could not be blue.
        With h4 red I can score 9. It could be blue, though; just tell me if you want that.
        a5 is green; just that.
        With h4 not red I can score 9.
        """,
    ),
    (
        "What works for me: if you set h4 to red, I can score 9; and more.",
        "What works for me: if you set h4 to red, I can score 9; and more.",
        """
        What works for me: if you set h4 to red, I can score 9 and more.
        What works for me: if you set h4 to red, I can score 9, and more.
        """,
    ),
    (
        EXCEPTION,
        """
        No, we have no deal. Any color of h4 works for me, except red.
        Any color of your h4 except red works for me, but we have no deal.
        Any color of h4 works for me, apart from red.
        Any color of h4 but red works for me.
        Any color of h4, except for h4 red, works for me. No, we don't have a deal.
        """,
        """
        Any color of h4 works for me, except blue.
        Any color of h4 works for me, except red and blue.
        Any color of h4 works for me.
        Any color of h1 works for me, except red.
        Any color of h4 works for me, not red.
        Any color of h4 but h1 red works for me.
        No color of h4 works for me, except red.
        No, any color of h4 works for me, except red.
        Yes, we have no deal.
        No, we have a deal.
        """,
    ),
    (
        "Any color of h4 that you have not ruled out works for me, except h4 red, or h4 blue.",
        """
        Any color of h4 that you have not ruled out works for me, except red or blue.
        Any color of h4 you haven't ruled out works for me, except red and blue.
        Any color of h4 that you haven't ruled out, except red or blue, works for me.
        """,
        """
        Any color of h4 that you have ruled out works for me, except red or blue.
        Any color of h4 works for me, except red or blue.
        Any color of h4 that you have not ruled out works for me, except red.
        """,
    ),
    (
        LIKE,
        """
        Noted, h1 must be blue. But my a2 and your h1 are both blue, and so are my a4 and your h1.
        My a2 and your h1 are both blue, so are my a4 and your h1, and a5 is red.
        """,
        """
        My a2 and your h1 are both blue, and so are my a5 and your h1.
        My a2 and your h1 are both blue, and so are my a4 and your h4.
        My a2 and your h1 are both blue, and so is my a4.
        My a2 and your h1 are both blue, and so are my nodes.
        My a5 is red, and so are my a4 and your h1.
        h1 must be blue, and so are my a4 and your h4.
        So are my a4 and your h1.
        """,
    ),
    (
        "My a2 is red, a4 is red and a5 is blue.",
        """
        My a2 is red and so is my a4, and a5 is blue.
        My a2 is red, so is a4, and my a5 is blue.
        """,
        """
        My a2 is red, and so is my a5, while a4 is red.
        My a2 is red, so my a4 is red and a5 is blue.
        """,
    ),
    (
        TURNED.replace("a2 is red and a4 is blue", "a2 is red"),
        """
        I have no conflicts. I changed a2 from green to red, and I also changed nodes that you don't \
        see. So my a2 is red now, while your h1 is blue and your h4 is green.
        I changed a2 from green to red, so my a2 is red.
        I changed a2 from green to red, so a2 is now red, but I have no conflicts.
        I changed a2 from green to red; so now my a2 is red.
        I changed a2 from green to red. My a2 is red now.
        I changed a2 from green to red and my a2 is now red.
        """,
        """
        So my a2 is red now.
        I have no conflicts, so my a2 is red.
        My a2 is red, so I have no conflicts.
        I have no conflicts. So my a2 is red now, while your h1 is blue and your h4 is green.
        I changed a2 from green to red, so I have no conflicts.
        I changed a2 from green to red, so my a2 is red and I have no conflicts.
        I changed a2 from green to red, so my a2 is green.
        I changed a2 from green to red, so your h1 is blue.
        I changed a2 from green to red. Now I have no conflicts.
        I changed a2 from green to red. Your h1 is blue now.
        I also changed nodes that you do not see, so my a2 is red.
        My a2 is red, so I changed a2 from green to red.
        """,
    ),
    (
        TURNED,
        "I changed a2 from green to red. My a2 is red and a4 is blue.",
        """
        I changed a2 from green to red, so my a2 is red and a4 is blue.
        I changed a2 from green to red, so my a4 is blue.
        I changed a2 from green to red. My a2 is red now and a4 is blue now.
        """,
    ),
    (
        "I changed a2 from green to red and a4 from red to blue. My a2 is red and a4 is blue.",
        """
        I changed a2 from green to red and a4 from red to blue, so my a2 is red and my a4 is blue now.
        I changed a2 from green to red and a4 from red to blue. Now my a2 is red and my a4 is blue.
        """,
        """
        I changed a2 from green to red and a4 from red to blue, so my a2 is blue and my a4 is red now.
        I changed a2 from green to red, so my a2 is red and my a4 is blue.
        """,
    ),
]
