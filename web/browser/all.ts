// Every test of pages in a browser, in one process: they share the browser and the pages.

import "./tests/alive.ts";
import "./tests/still.ts";
import "./tests/folder.ts";
import "./tests/axe.ts";
import "./tests/widths.ts";
import "./tests/print.ts";
import "./tests/keys.ts";
import "./tests/sizes.ts";
