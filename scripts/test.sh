#!/usr/bin/env bash
# Installs what the tests need and runs all of them.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/tools.sh
# Without this, tests that find no browser or reader pass by; with it they fail.
export SINEW_TOOLS=required
cargo test --workspace "$@"
