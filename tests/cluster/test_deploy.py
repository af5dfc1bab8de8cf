"""What is shipped in `deploy/` fits the program: addresses, names, settings, figures."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from cluster.local import CONFIGURATION, Cluster, answers, configuration, local_cluster
from ports import free_port
from quartett.server.options import OPTIONS, settings_from
from quartett.server.serving.checks import check_settings
from server.haproxy import haproxy_program

DEPLOY = CONFIGURATION.parent
VARIABLES = {option.variable for option in OPTIONS}


def test_the_balancers_configuration_is_accepted_as_it_is_shipped(tmp_path: Path) -> None:
    """With a certificate, and nodes whose names can be looked up."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl here to make a certificate with")
    key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    files = [tmp_path / "key.pem", tmp_path / "cert.pem"]
    subprocess.run([*key, "-keyout", files[0], "-out", files[1]], check=True, capture_output=True)
    both = tmp_path / "both.pem"
    both.write_text(files[1].read_text() + files[0].read_text())
    text = CONFIGURATION.read_text().replace("/etc/haproxy/certs/", str(both))
    text = re.sub(r"(server ([abc])(-waits)?) \2:8000", r"\1 127.0.0.1:8000", text)
    (tmp_path / "haproxy.cfg").write_text(text)
    program = [haproxy_program(), "-c", "-f", str(tmp_path / "haproxy.cfg")]
    checked = subprocess.run(program, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "[WARNING]" not in checked.stderr


def test_the_tested_configuration_differs_from_the_shipped_one_in_addresses_only() -> None:
    def rules(text: str) -> list[str]:
        lines = (line.strip() for line in text.splitlines())
        left_out = ("server ", "bind ", "http-request redirect", "#")
        kept = [line for line in lines if line and not line.startswith(left_out)]
        return [line.replace("Proto https", "Proto http") for line in kept]

    assert rules(configuration(1, [2, 3, 4])) == rules(CONFIGURATION.read_text())


def test_every_setting_in_the_compose_file_and_the_units_exists() -> None:
    for file in (DEPLOY / "compose.yaml", DEPLOY / "Dockerfile", *DEPLOY.glob("systemd/*")):
        named = set(re.findall(r"\bQUARTETT_[A-Z_]+\b", file.read_text())) - {"QUARTETT_NAME"}
        assert named <= VARIABLES, file


def test_compose_nodes_the_balancers_servers_and_their_pins_have_the_same_names() -> None:
    composed = (DEPLOY / "compose.yaml").read_text()
    pins = re.findall(r"/node/(\w+)\n", composed)
    services = re.findall(r"^  (\w+):\n    <<: \*node$", composed, re.MULTILINE)
    servers = re.findall(
        r"^    server (\w+) \1:8000 track", CONFIGURATION.read_text(), re.MULTILINE
    )
    assert pins == services == servers[:3] == servers[3:] == ["a", "b", "c"]
    scraped = (DEPLOY / "prometheus.yml").read_text()
    assert re.findall(r'"(\w+):9100"', scraped) == pins


def _composed() -> dict[str, Any]:
    """The compose file as Compose reads it: with its variables filled in and anchors resolved."""
    text = (DEPLOY / "compose.yaml").read_text()
    filled = re.sub(r"\$\{(\w+):\?\}", lambda found: found[1].lower().replace("_", "-"), text)
    assert "$" not in re.sub(r"^#.*$", "", filled, flags=re.MULTILINE)
    composed: dict[str, Any] = yaml.safe_load(filled)
    return composed


def test_the_compose_file_holds_together() -> None:
    """What is named is there: services that others wait for, networks, volumes, files."""
    composed = _composed()
    services = composed["services"]
    assert set(services) == {"database", "a", "b", "c", "balancer"}
    assert set(services["database"]["healthcheck"]) >= {"test", "interval", "timeout", "retries"}
    for name, service in services.items():
        waited = service.get("depends_on", [])
        assert set(waited) <= set(services), name
        if isinstance(waited, dict):
            healthy = [
                each for each, how in waited.items() if how["condition"] == "service_healthy"
            ]
            assert all("healthcheck" in services[each] for each in healthy)
        assert set(service["networks"]) <= set(composed["networks"])
        assert service["restart"] == "always"
        for volume in service.get("volumes", []):
            source, target = volume.split(":")[:2]
            own = source in composed["volumes"] or source == "./certs"  # made by whoever deploys
            assert own or (DEPLOY / source).exists(), volume
            assert target.startswith("/")
    built = services["a"]["build"]
    assert (DEPLOY / built["context"] / built["dockerfile"]).samefile(DEPLOY / "Dockerfile")
    for name in "abc":
        node = services[name]
        assert node["image"] == services["a"]["image"]
        assert node["read_only"] is True
        assert "uid=10001" in node["tmpfs"][1]
        settings = settings_from({}, node["environment"])
        check_settings(settings)
        assert settings.node_url == f"https://quartett-name/node/{name}"
        assert services["balancer"]["depends_on"] == ["a", "b", "c"]
    subnet = composed["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert services["a"]["environment"]["QUARTETT_TRUSTED_PROXIES"] == subnet
    assert services["a"]["environment"]["QUARTETT_MEASURING_PROXIES"] == subnet


def _instructions() -> list[str]:
    """The Dockerfile's lines, those that go on put together."""
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_what_the_image_copies_is_there_and_not_left_out() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().split()
    root = DEPLOY.parent
    for line in _instructions():
        kind, *parts = line.split()
        if kind == "COPY" and not parts[0].startswith("--from"):
            assert all((root / part).exists() for part in parts[:-1]), line
            assert not set(parts[:-1]) & set(ignored)
    needed = ("src/quartett", "web", "hatch_build.py", "docs", "examples", "pyproject.toml")
    assert not [name for name in needed if name in ignored]
    assert {line.split()[0] for line in _instructions()} <= {
        "FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "EXPOSE", "HEALTHCHECK", "CMD"
    }  # fmt: skip


@pytest.mark.long
def test_the_images_commands_work_in_a_clean_folder(tmp_path: Path) -> None:
    """Each RUN of the first stage by bash, with the image's folders below one of ours."""
    source, program = tmp_path / "src", tmp_path / "opt" / "quartett"
    files = subprocess.run(
        [
            "git",
            "-C",
            str(DEPLOY.parent),
            "ls-files",
            "-z",
            "--",
            ".",
            ":!tests",
            ":!benchmarks",
            ":!research",
        ],
        capture_output=True,
        check=True,
    )
    for name in filter(None, files.stdout.decode().split("\0")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(DEPLOY.parent / name, source / name)
    stage = "\n".join(_instructions()).split("FROM ")[1]
    for command in re.findall(r"^RUN (.*)$", stage, re.MULTILINE):
        command = command.replace("/opt/quartett", str(program))
        command = command.replace("/opt/building", str(tmp_path / "building"))
        command = command.replace("/wheels", str(tmp_path / "wheels"))
        command = command.replace("python -m venv", f"{sys.executable} -m venv")
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command], cwd=source, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-3000:]}"
    told = subprocess.run(
        [program / "bin" / "quartett", "serve", "--help"], capture_output=True, text=True
    )
    assert "--node-url" in told.stdout, told.stderr
    imported = "import asyncpg, quartett.server.serving.run, quartett.server.store.postgres"
    subprocess.run([program / "bin" / "python", "-c", imported], check=True, cwd=tmp_path)


def test_the_image_runs_as_nobody_in_particular_and_says_whether_it_is_well() -> None:
    last = (DEPLOY / "Dockerfile").read_text().rpartition("FROM ")[2]
    assert re.search(r"^USER quartett$", last, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK .*\n.*9100/healthz", last, re.MULTILINE)
    assert "nodejs" not in last


@pytest.mark.parametrize("unit", sorted(DEPLOY.glob("systemd/*")), ids=lambda path: path.name)
def test_the_units_are_understood_by_systemd(unit: Path, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd here")
    # The program is not installed where the unit has it, nor is its user known.
    for each in DEPLOY.glob("systemd/*"):
        text = each.read_text().replace("/opt/quartett/bin/quartett", "/bin/true")
        name = each.name.replace("@.", "@a.")
        (tmp_path / name).write_text(text.replace("User=quartett", "User=daemon"))
    verified = subprocess.run(
        [program, "verify", "--man=no", str(tmp_path / unit.name.replace("@.", "@a."))],
        capture_output=True,
        text=True,
    )
    assert verified.returncode == 0, verified.stderr
    assert str(tmp_path) not in verified.stderr, verified.stderr


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, int]]:
    """A cluster of one, whose figures can be read."""
    port = free_port()
    folder = tmp_path_factory.mktemp("figures")
    with local_cluster(folder, 1, gates=False, options=["--metrics-port", str(port)]) as cluster:
        yield cluster, port


def test_every_figure_on_the_dashboard_exists(node: tuple[Cluster, int]) -> None:
    from urllib.request import urlopen

    _, port = node
    assert answers(f"http://127.0.0.1:{port}/healthz")
    with urlopen(f"http://127.0.0.1:{port}/metrics") as page:
        text = page.read().decode()
    shown = set(re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE))
    dashboard = json.loads((DEPLOY / "grafana" / "quartett.json").read_text())
    asked = {
        name.removesuffix("_bucket")
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\bquartett_\w+", target["expr"])
    }
    assert asked <= shown | {"quartett_requests_total", "quartett_moves_total"}, asked - shown


def test_cluster_status_names_each_node_and_what_it_owns(
    node: tuple[Cluster, int], capsys: pytest.CaptureFixture[str]
) -> None:
    from quartett.cli import main

    cluster, _ = node
    assert main(["cluster", "status", "--database", cluster.database]) == 0
    told = capsys.readouterr().out.splitlines()
    assert re.match(r"http://127.0.0.1/node/a +ready +\d\.\d s +0 ", told[1])
    assert told[-1] == "1 ready, 0 tables owned"
