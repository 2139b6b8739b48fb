"""Python looks for garbage when it is worth stopping everything for."""

from __future__ import annotations

from sprawdzam.server.garbage import FEWEST, OFTEN, SELDOM, Garbage


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def counting(clock: Clock) -> tuple[Garbage, list[float]]:
    looks: list[float] = []
    return Garbage(clock, lambda: looks.append(clock.now)), looks


def test_many_closed_sockets_are_taken_away_but_not_all_the_time() -> None:
    clock = Clock()
    garbage, looks = counting(clock)
    for second in range(100):
        clock.now = float(second)
        for _ in range(FEWEST):
            garbage.closed()
        garbage.tidy(still_open=10)
    assert looks == [OFTEN, 2 * OFTEN, 3 * OFTEN]


def test_few_closed_sockets_wait_and_so_do_few_among_many_open_ones() -> None:
    clock = Clock()
    garbage, looks = counting(clock)
    clock.now = OFTEN
    for _ in range(FEWEST):
        garbage.closed()
    assert not garbage.tidy(still_open=100_000) and garbage.tidy(still_open=FEWEST)
    clock.now = 2 * OFTEN
    assert not garbage.tidy(still_open=FEWEST)
    assert looks == [OFTEN]


def test_a_quiet_server_looks_too() -> None:
    clock = Clock()
    garbage, looks = counting(clock)
    for clock.now in (SELDOM - 1, SELDOM, 2 * SELDOM - 1, 2 * SELDOM):
        garbage.tidy(still_open=0)
    assert looks == [SELDOM, 2 * SELDOM]
