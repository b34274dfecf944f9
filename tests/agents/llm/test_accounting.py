"""Every call is booked and told of; budgets hold."""

from __future__ import annotations

import asyncio

import pytest

from agents.contracts import ChatRequest
from agents.errors import GatewayError, InputError
from agents.llm import Account, AccountedGateway, RetryingGateway
from agents.llm.calls import asking, call_hash

from .fakes import FakeClock, Model, Sink, ask, content, failing

USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "cost": 0.25}


def test_tokens_and_cost_by_agent_and_model():
    account, agents = Account(), iter(["ann", "bob", "ann"])
    gateway = AccountedGateway(Model(usage=USAGE), account=account, payer=lambda: next(agents))
    for model in ("small", "small", "large"):
        gateway.chat(**ask(model=model))
    assert (account.total.calls, account.total.tokens, account.total.cost) == (3, 45, 0.75)
    assert account.by_agent["ann"].cost == 0.5
    assert account.by_agent["bob"].prompt_tokens == 10
    assert account.by_model["small"].completion_tokens == 10


def test_a_record_of_each_call():
    sink = Sink()
    model = Model(failing("server"), failing("server"), "text", failing("refused"), usage=USAGE)
    gateway = AccountedGateway(RetryingGateway(model, clock=FakeClock()), sink=sink)
    with asking("decide", "prompt/3"):
        answer = gateway.chat(**ask(), timeout=3)
    with pytest.raises(GatewayError):
        asyncio.run(gateway.achat(**ask("again")))
    (name, first), (_, second) = sink
    assert name == "llm.call"
    assert (first["purpose"], first["prompt_version"], first["attempts"]) == ("decide", "prompt/3", 3)
    assert (first["cost"], first["prompt_tokens"], first["response"]) == (0.25, 10, answer)
    assert first["prompt_hash"] == call_hash(ChatRequest(**ask()))
    assert (second["error"], second["attempts"]) == ("refused: a failure of kind refused", 1)
    assert second["response"] is None
    assert gateway.account.total.failures == 1
    assert gateway.account.total.attempts == 4


def test_a_budget_of_tokens():
    sink = Sink()
    model = Model(usage=USAGE)
    gateway = AccountedGateway(model, account=Account(max_tokens=35), sink=sink)
    gateway.chat(**ask())
    gateway.chat(**ask())
    with pytest.raises(GatewayError, match="the budget is 35 tokens: 30 are spent") as caught:
        gateway.chat(**ask())
    assert (caught.value.kind, len(model.calls)) == ("budget", 2)
    assert sink[-1][1]["error"].startswith("budget: ")


def test_a_budget_of_dollars():
    gateway = AccountedGateway(Model(usage=USAGE), account=Account(max_cost=0.5))
    gateway.chat(**ask())
    gateway.chat(**ask())
    with pytest.raises(GatewayError, match=r"the budget is \$0\.5: \$0\.5 are spent"):
        gateway.chat(**ask())


def test_budgets_of_agents():
    agents = iter(["ann", "ann", "bob"])
    account = Account(max_agent_tokens=20, max_agent_cost=9)
    gateway = AccountedGateway(Model(usage=USAGE), account=account, payer=lambda: next(agents))
    gateway.chat(**ask())
    with pytest.raises(GatewayError, match="the budget of agent 'ann' is 20 tokens"):
        gateway.chat(**ask())
    assert content(gateway.chat(**ask())) == "answer 2"


def test_calls_under_way_count():
    async def run():
        release = asyncio.Event()

        class Slow(Model):
            async def achat(self, **call):
                await release.wait()
                return self.chat(**call)

        gateway = AccountedGateway(Slow(), account=Account(max_tokens=15))
        first = asyncio.create_task(gateway.achat(**ask()))
        await asyncio.sleep(0)
        with pytest.raises(GatewayError, match="the budget is 15 tokens"):
            await asyncio.wait_for(gateway.achat(**ask()), 10)
        release.set()
        await first
        return gateway.account

    account = asyncio.run(run())
    assert account.total.calls == 1
    assert not any(account._reserved.values())


def test_a_price_for_what_comes_without():
    usage = {"prompt_tokens": 1000, "completion_tokens": 10}
    gateway = AccountedGateway(
        Model(usage=usage), price=lambda model, prompt, answer: prompt * 1e-6 + answer * 1e-5
    )
    gateway.chat(**ask())
    assert gateway.account.total.cost == pytest.approx(0.0011)


def test_a_budget_of_dollars_is_not_evaded_by_a_model_without_price():
    gateway = AccountedGateway(Model(), account=Account(max_cost=1))
    with pytest.raises(GatewayError, match="the cost of a call to 'm' is unknown") as caught:
        gateway.chat(**ask())
    assert caught.value.kind == "budget"
    free = AccountedGateway(Model())
    free.chat(**ask())
    assert free.account.total.unpriced == 1


def test_budgets_are_checked():
    with pytest.raises(InputError, match="max_cost = -1"):
        Account(max_cost=-1)


def test_calls_at_once_reserve_their_price():
    """Fifty calls that begin together spend no more than calls one after the other."""
    account, started = Account(max_cost=0.01), []

    async def play():
        class Waiting(Model):
            async def achat(self, **arguments):
                started.append(arguments)
                await asyncio.sleep(0)
                return self.chat(**arguments)

        gateway = AccountedGateway(Waiting(), account=account, price=lambda *_: 0.004)
        return await asyncio.gather(*(gateway.achat(**ask()) for _ in range(50)), return_exceptions=True)

    found = asyncio.run(play())
    assert len(started) == 2
    assert sum(isinstance(one, GatewayError) and one.kind == "budget" for one in found) == 48
    assert account.total.cost == pytest.approx(0.008)
