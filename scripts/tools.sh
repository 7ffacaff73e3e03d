#!/usr/bin/env bash
# Installs what the tests use besides Rust, once: a browser and its driver for the viewer's page, and foreign readers for
# the files that are exported. Everything goes below target/tools, but for Debian packages that are missing.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=target/tools
mkdir -p "$tools"

packages=()
command -v chromium >/dev/null || packages+=(chromium)
command -v node >/dev/null || packages+=(nodejs npm)
python3 -c 'import venv, ensurepip' 2>/dev/null || packages+=(python3-venv)
if [ ${#packages[@]} -gt 0 ]; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

# A stamp holds the list that was installed: a changed list installs anew.
if ! cmp -s scripts/readers.txt "$tools/readers.stamp"; then
    python3 -m venv "$tools/python"
    "$tools/python/bin/python" -m pip install --quiet --disable-pip-version-check -r scripts/readers.txt
    cp scripts/readers.txt "$tools/readers.stamp"
fi
page=crates/sinew-viewer/page
if [ -f "$page/package-lock.json" ] && ! cmp -s "$page/package-lock.json" "$tools/page.stamp"; then
    npm ci --prefix "$page" --silent --no-audit --no-fund
    cp "$page/package-lock.json" "$tools/page.stamp"
fi
