"""How fast pgx steps ``leduc_holdem`` in a batch, jitted, on one core, in CPU time.

Run by the Python of the peers' environment, never by ours. Prints one JSON object on stdout:
``{"peer", "version", "measurements": [{"name", "unit", "median", "samples", "version", "note"}]}``.

Every observation and reward of every step goes into a sum that is returned: XLA drops work whose result
nobody reads, and the rate would look ten times as high. Tried for the peer and found no faster: the
hardware generators of JAX (`rbg`, `unsafe_rbg`), the library's own `act_randomly`, unrolled loops,
other XLA flags, batches of 1024 and 2048 (1.3 M steps a second where 4096 made 1.6 M). A game is dealt
anew inside the step that ends it, by the library's `auto_reset`.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from importlib.metadata import version
from typing import Any

BATCH = 4_096
STEPS = 100  # of the whole batch, in one call of the compiled loop
MIN_SAMPLES = 5


def use_one_core() -> None:
    """Before JAX is imported: XLA sizes its thread pools when it starts."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["OMP_NUM_THREADS"] = "1"
    os.environ["JAX_PLATFORMS"] = "cpu"


def measure(seconds: float) -> tuple[list[float], float]:
    """Steps per second of CPU time, one sample a call, and the mean number of steps in a game."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("leduc_holdem")
    step = jax.vmap(auto_reset(env.step, env.init))
    weights = jnp.arange(1, env.observation_shape[0] + 1, dtype=jnp.int32)

    def random_legal(key: Any, mask: Any) -> Any:
        """One uniform draw a game, cheaper than the three of `act_randomly`."""
        count = mask.sum(axis=1)
        draw = (jax.random.uniform(key, (BATCH,)) * count).astype(jnp.int32)
        nth = jnp.cumsum(mask, axis=1) - 1
        return jnp.argmax(mask & (nth == jnp.minimum(draw, count - 1)[:, None]), axis=1)

    def one_step(carry: Any, _: None) -> tuple[Any, None]:
        state, key, seen, won, ended = carry
        key, choose, deal = jax.random.split(key, 3)
        action = random_legal(choose, state.legal_action_mask)
        state = step(state, action, jax.random.split(deal, BATCH))
        seen += (state.observation * weights).sum(dtype=jnp.int32)
        won += jnp.abs(state.rewards).sum()
        ended += state.terminated.sum(dtype=jnp.int32)
        return (state, key, seen, won, ended), None

    @jax.jit
    def many_steps(state: Any, key: Any) -> Any:
        zero = jnp.int32(0)
        return jax.lax.scan(one_step, (state, key, zero, jnp.float32(0), zero), None, length=STEPS)[0]

    key = jax.random.key(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))
    state, key, *sums = jax.block_until_ready(many_steps(state, key))  # compiles

    samples: list[float] = []
    games = 0
    start = time.process_time()
    while len(samples) < MIN_SAMPLES or time.process_time() - start < seconds:
        before = time.process_time()
        state, key, *sums = jax.block_until_ready(many_steps(state, key))
        samples.append(BATCH * STEPS / (time.process_time() - before))
        seen, won, ended = (float(total) for total in sums)
        if not (seen > 0 and won > 0 and ended > 0):
            raise RuntimeError("the batch did not play: nothing was seen, won or ended")
        games += int(ended)
    return samples, len(samples) * BATCH * STEPS / games


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time of the measurement")
    seconds: float = parser.parse_args().seconds
    use_one_core()
    samples, length = measure(seconds)
    release = version("pgx")
    measurement = {
        "name": "leduc_batched",
        "unit": "steps/s",
        "median": statistics.median(samples),
        "samples": samples,
        "version": release,
        "note": f"leduc_holdem, batch {BATCH}, jax {version('jax')}, {length:.2f} steps a game, "
        "observations and rewards consumed",
    }
    json.dump({"peer": "pgx", "version": release, "measurements": [measurement]}, sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
