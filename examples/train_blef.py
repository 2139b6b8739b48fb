"""Trains a small network to beat `instinct` in blef for two, by masked PPO: python train_blef.py [--minutes 12].

Needs torch (`pip install torch`), and matplotlib for the picture of the learning curve. At the end it plays new matches
against `instinct`, and fails (exit 1) unless it wins more than half of them beyond doubt. Then the network sits down at
tables like any bot: sprawdzam arena blef --bots examples/train_blef.py:Learned,instinct
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from torch import nn

import sprawdzam.envs
from sprawdzam.arena.interval import interval
from sprawdzam.envs.observation import layout_of
from sprawdzam.games import find

FILE = Path("train_blef.pt")
LAYOUT = layout_of(find("blef"), 2)
ACTIONS = find("blef").rules.ACTIONS
GAMMA, LAMBDA, CLIP = 0.997, 0.95, 0.2
ENOUGH = 0.9  # of the matches against `random`, before `instinct` is met


class Net(nn.Module):
    """What to play, as logits of all actions, and how good the place is, from -1 to 1."""

    def __init__(self, width=128):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(LAYOUT.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, ACTIONS), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        self.register_buffer("scale", 1 / torch.as_tensor(LAYOUT.high).clamp(max=8).float())

    def forward(self, seen, may):
        x = self.body(seen.float() * self.scale)
        return self.policy(x).masked_fill(may == 0, -1e9), self.value(x)[:, 0]


class Learned:
    """The trained network as a bot."""

    name = "learned"

    def __init__(self):
        self.net = Net()
        self.net.load_state_dict(torch.load(FILE))

    def decide(self, view, rng):
        may = np.zeros((1, ACTIONS), np.int8)
        may[0, list(view.actions)] = 1
        with torch.no_grad():
            chances = self.net(torch.as_tensor(LAYOUT.of(view))[None], torch.as_tensor(may))[0].softmax(1)[0]
        return rng.choices(range(ACTIONS), chances.tolist())[0]


def play(env, net, steps):
    """What happened in so many steps of all matches; the arrays of the environment are written over, so copies."""
    kept = {name: [] for name in ("seen", "may", "action", "chance", "value", "reward", "done")}
    for _ in range(steps):
        seen, may, me = torch.tensor(env.observations), torch.tensor(env.masks), env.seats.copy()
        with torch.no_grad():
            logits, value = net(seen, may)
        choice = torch.distributions.Categorical(logits=logits)
        action = choice.sample()
        env.step(action.numpy())
        reward = torch.tensor(env.rewards[np.arange(len(env)), me])
        parts = seen, may, action, choice.log_prob(action), value, reward, torch.tensor(env.dones)
        for name, part in zip(kept, parts, strict=True):
            kept[name].append(part)
    with torch.no_grad():
        last = net(torch.tensor(env.observations), torch.tensor(env.masks))[1]
    return {name: torch.stack(parts) for name, parts in kept.items()}, last


def advantages(kept, last):
    """Generalised advantage estimation."""
    found, ahead = torch.zeros_like(kept["value"]), torch.zeros_like(last)
    for t in reversed(range(len(found))):
        goes_on = 1.0 - kept["done"][t].float()
        error = kept["reward"][t] + GAMMA * last * goes_on - kept["value"][t]
        found[t] = ahead = error + GAMMA * LAMBDA * goes_on * ahead
        last = kept["value"][t]
    return found


def learn(net, optimiser, kept, gain, curiosity, epochs=2, size=2048):
    """PPO: a few steps towards what went better than expected, none too far."""
    flat = {name: part.flatten(0, 1) for name, part in kept.items()} | {"gain": gain.flatten()}
    flat["goal"] = flat["gain"] + flat["value"]
    for _ in range(epochs):
        for some in torch.randperm(len(flat["gain"])).split(size):
            b = {name: part[some] for name, part in flat.items()}
            logits, value = net(b["seen"], b["may"])
            choice = torch.distributions.Categorical(logits=logits)
            ratio = (choice.log_prob(b["action"]) - b["chance"]).exp()
            gain = (b["gain"] - b["gain"].mean()) / (b["gain"].std() + 1e-6)
            better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = (value - b["goal"]).square().mean() - better - curiosity * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


def measure(net, matches, seed):
    """The share of matches won, one at each place of a fresh batch, and its 95 % interval."""
    env = table(matches, "instinct", seed)
    won, over = np.zeros(matches), np.zeros(matches, bool)
    while not over.all():
        me = env.seats.copy()
        with torch.no_grad():
            logits = net(torch.tensor(env.observations), torch.tensor(env.masks))[0]
        env.step(torch.distributions.Categorical(logits=logits).sample().numpy())
        first = env.dones & ~over
        won[first] = env.rewards[np.arange(matches), me][first] > 0
        over |= env.dones
    return won.mean(), *interval(won.sum(), matches)


def verdict(share, low, high, matches):
    """Whether `instinct` is beaten, which a share that could as well be one half does not show; and a sentence."""
    found = f"{share:.1%} of {matches} new matches, 95 % interval {low:.1%} to {high:.1%}"
    if low > 0.5:
        return True, f"It beats instinct: it won {found}."
    return False, f"It does NOT beat instinct: it won {found}, which must lie above 50 %. Train longer (--minutes)."


def table(places, rival, seed):
    """Matches for two against a bot; at every second place it has the first seat."""
    return sprawdzam.envs.vector("blef", places, seats=2, seed=seed, bots=(None, rival), turned=True)


def train(minutes=12.0, places=256, steps=32, seed=0, matches=4000, rounds=None):
    """Learns until the time is up; the network, its learning curve, and how it measured at last.

    Whoever plays at random never wins against `instinct`, and learns nothing from that: so `random` is the first rival.
    """
    torch.manual_seed(seed)
    net, curve = Net(), []
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    rival, recent = "random", []
    env = table(places, rival, seed)
    columns = TextColumn("learning"), BarColumn(), TimeRemainingColumn(), TextColumn("{task.fields[told]}")
    start, done = time.monotonic(), 0.0
    with Progress(*columns) as bar:
        task = bar.add_task("", total=1.0, told="")
        while done < 1.0:
            kept, last = play(env, net, steps)
            optimiser.param_groups[0]["lr"] = 1e-3 * (1.0 - 0.9 * done)
            learn(net, optimiser, kept, advantages(kept, last), curiosity=0.02 * (1.0 - done))
            recent = [*recent, kept["reward"][kept["done"]] > 0][-10:]
            wins, seconds = torch.cat(recent).float().mean().item(), time.monotonic() - start
            curve.append((places * steps * (len(curve) + 1), seconds, rival, wins))
            done = len(curve) / rounds if rounds else seconds / (60 * minutes)
            told = f"{curve[-1][0] / 1e6:.2f} M actions, {wins:.1%} against {rival}"
            bar.update(task, completed=done, told=told)
            if not bar.console.is_terminal and len(curve) % 10 == 0:
                print(f"{done:.0%}: {told}", flush=True)
            if rival == "random" and len(recent) == 10 and wins > ENOUGH:
                rival, recent = "instinct", []
                env = table(places, rival, seed)
    return net, curve, measure(net, matches, seed=10**9)


def draw(curve, file):
    from matplotlib import pyplot as plt

    plt.figure(figsize=(8, 4.5), layout="constrained")
    for rival, colour in (("random", "#C22F17"), ("instinct", "#0E6B4A")):
        points = [(played / 1e6, 100 * wins) for played, _, met, wins in curve if met == rival] or [(0, 0)]
        plt.plot(*zip(*points, strict=True), color=colour, label=f"against {rival}")
    plt.axhline(50, color="#1E1A2E", linewidth=0.8)
    plt.xlabel("million actions")
    plt.ylabel("matches won, %")
    plt.legend(frameon=False)
    plt.savefig(file, dpi=150)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=12.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1, help="of torch; more than one pays on a quiet machine only")
    parser.add_argument("--small", action="store_true", help="two rounds, to see that it runs; nothing is learnt")
    options = parser.parse_args(words)
    torch.set_num_threads(options.threads)
    start, matches = time.monotonic(), 20 if options.small else 4000
    size = {"rounds": 2, "places": 16, "steps": 64} if options.small else {}
    net, curve, result = train(options.minutes, seed=options.seed, matches=matches, **size)
    torch.save(net.state_dict(), FILE)
    print(f"{curve[-1][0] / 1e6:.1f} M actions in {curve[-1][1] / 60:.1f} minutes; network kept in {FILE}")
    try:
        draw(curve, "train_blef.png")
        print("learning curve: train_blef.png")
    except ImportError:
        print("no picture of the learning curve: matplotlib is not installed")
    beaten, sentence = verdict(*result, matches)
    spent, worked = time.monotonic() - start, time.process_time()
    print(f"{sentence} All of it took {spent / 60:.1f} minutes, {worked / 60:.1f} of them of a processor.")
    return 0 if beaten else 1


if __name__ == "__main__":
    sys.exit(main())
