"""Trains one network to play blef at all seats, with PPO of RLlib on this machine.

    pip install 'sprawdzam[ray,train]'
    python examples/rllib_blef.py --rounds 20

The network never plays an illegal action: those that the observation does not allow get no weight. It plays against
itself, so its rewards say nothing about how good it is; the arena would.
"""

from __future__ import annotations

import argparse
import logging
from typing import Any

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
from torch import nn

from sprawdzam.envs.rllib import SprawdzamMultiAgentEnv

NEVER = -1e9  # the logit of an action that is not legal


class Masked(TorchRLModule, ValueFunctionAPI):
    """Two layers, then the value and a logit for each legal action."""

    def setup(self) -> None:
        size = self.observation_space["observation"].shape[0]
        self.body = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.actor = nn.Linear(128, self.action_space.n)
        self.critic = nn.Linear(128, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.actor(self.body(seen["observation"].float()))
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, NEVER)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        return self.critic(self.body(batch[Columns.OBS]["observation"].float())).squeeze(-1)


def config(game: str, seats: int, batch: int) -> PPOConfig:
    module = RLModuleSpec(module_class=Masked)
    return (
        PPOConfig()
        # The library's check plays any action, legal or not, and ours refuses what is not.
        .environment(SprawdzamMultiAgentEnv, env_config={"game": game, "seats": seats}, disable_env_checking=True)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, episode, **_: "all")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"all": module}))
        .training(train_batch_size_per_learner=batch, minibatch_size=min(128, batch), num_epochs=2, entropy_coeff=0.01)
        .env_runners(num_env_runners=0)
        .learners(num_learners=0)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="blef")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of training")
    parser.add_argument("--batch", type=int, default=512, help="steps in a round")
    told = parser.parse_args()
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    algorithm = config(told.game, told.seats, told.batch).build_algo()
    for i in range(told.rounds):
        result = algorithm.train()
        learnt = result["learners"]["all"]
        episodes = result["env_runners"]["num_episodes"]
        print(
            f"round {i + 1}: {episodes:.0f} matches, entropy {learnt['entropy']:.3f}, loss {learnt['total_loss']:.3f}"
        )
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
