# To be sourced from the root: the tool that makes the pages (TIGHTSPOT, else the release build), and the scripts that open them; goes to web/.
if [ -n "${TIGHTSPOT:-}" ]; then
    tool=$(realpath "$TIGHTSPOT")
else
    cargo build --locked --release
    tool=$(realpath target/release/tightspot)
fi
export TIGHTSPOT=$tool
cd web
[ -d node_modules/puppeteer-core ] || npm ci --silent --no-audit --no-fund
node build.mjs --browser
