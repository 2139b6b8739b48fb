"""``sprawdzam serve``: a server on which people and bots play together."""

from __future__ import annotations

import re
import sys
import threading
import webbrowser
from ipaddress import ip_network
from typing import Annotated
from urllib.parse import urlsplit

import typer

from sprawdzam.engine.errors import BadOption, SprawdzamError

HOST = re.compile(r"[a-z0-9._:-]+")
OTHERWISE = re.compile("[ßς\u200c\u200d]|\\][^:]")  # what browsers read in another way than Python does
USUAL = {"http": 80, "https": 443}  # ports that go without saying


class NotInstalled(SprawdzamError):
    """A part of the program that has to be installed first."""


def missing(error: ImportError) -> NotInstalled:
    return NotInstalled("the server needs more parts ({part}): pip install 'sprawdzam[server]'", part=error.name)


def own_site(text: str) -> str:
    """The address of a site as browsers name it. Pass keys belong to its host, so there has to be one."""
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:  # a port that is no number, a bracket that is not closed
        host, port = "", None
    known = HOST.fullmatch(host) and not OTHERWISE.search(parts.netloc) and parts.scheme in USUAL and port != 0
    if not known or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise BadOption("site: {site} is not the address of a site; right would be https://play.example", site=text)
    said = "" if port in (None, USUAL[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{_bracketed(host)}{said}"


def reached_at(host: str) -> str:
    """How a browser on this machine names a server that listens there."""
    return _bracketed({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def serve(
    *,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere, :: by IPv6 too.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="0 takes any that is free.")] = 8317,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...", show_default="in your data folder"),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="Processes that share the port.")] = 1,
    site: Annotated[
        str | None, typer.Option(metavar="URL", help="The address under which people reach the server.")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="NETWORK", help="A proxy that is believed who calls, such as 127.0.0.1; repeatable."),
    ] = None,
    monitor: Annotated[
        list[str] | None,
        typer.Option(metavar="NETWORK", help="Who may read /metrics, besides this machine; repeatable."),
    ] = None,
    rate: Annotated[
        float, typer.Option(min=0, metavar="N", help="Requests a second of one address; 0: as is good for most.")
    ] = 0.0,
    load_test: Annotated[
        bool, typer.Option("--load-test", hidden=True, help="Each user as fast as they like. Only to test a server.")
    ] = False,
    sockets: Annotated[
        int, typer.Option(min=0, metavar="N", help="Sockets that one address may have open; 0: any number.")
    ] = 1000,
    tempo: Annotated[float, typer.Option(min=0, max=10, metavar="X", help="0.5 halves the pauses of bots.")] = 1.0,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    cold: Annotated[bool, typer.Option("--cold", help="Do not compile the games first; bots may be late.")] = False,
) -> None:
    """Serve tables to browsers and programs until Ctrl-C."""
    try:
        from sprawdzam.server.app import Settings
        from sprawdzam.server.backups import key_for
        from sprawdzam.server.folder import data_folder, default_database, make_folder
        from sprawdzam.server.guard import Gate
        from sprawdzam.server.limits import Rates
        from sprawdzam.server.running import run
    except ImportError as error:
        raise missing(error) from None
    try:
        proxies = tuple(ip_network(each) for each in proxy or ())
    except ValueError as error:
        raise BadOption("proxy: {problem}", problem=str(error)) from None
    try:
        monitors = tuple(ip_network(each) for each in monitor or ())
    except ValueError as error:
        raise BadOption("monitor: {problem}", problem=str(error)) from None
    site = None if site is None else own_site(site)
    folder = data_folder()
    if database is None:
        make_folder(folder)
    url = database or default_database(folder)
    settings = Settings(
        url,
        key_for(url, folder),
        Gate(proxies=proxies),
        site,
        tempo=tempo,
        monitors=monitors,
        sockets=sockets,
    )

    if not cold:
        from sprawdzam.cli.warm import compile_all

        compile_all()

    def ready(bound: int) -> None:
        address = site or f"http://{reached_at(host)}:{bound}"
        print(f"Sprawdzam! listens at {address}", file=sys.stderr, flush=True)
        if open_page:  # the port is bound: whoever comes before all is ready waits a moment
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    rates = Rates().of_address(rate) if rate else Rates()
    run(settings, host, port, workers, rates.of_busy_users() if load_test else rates, ready)
