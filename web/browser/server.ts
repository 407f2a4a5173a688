// A server of files as strict as one that shows what strangers have uploaded: no script at all, styles and pictures of its own alone.

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";

const POLICY = "sandbox; default-src 'none'; img-src 'self'; style-src 'self'";
const KINDS: Record<string, string> = { "index.html": "text/html; charset=utf-8", "page.css": "text/css", "page.js": "text/javascript" };

export interface Strict {
  url: string;
  close: () => void;
}

/** Serves a folder at a free port of this machine. */
export async function strict(folder: string): Promise<Strict> {
  const server: Server = createServer((asked, answer) => {
    const name = basename(asked.url ?? "") || "index.html";
    const kind = KINDS[name];
    answer.writeHead(kind ? 200 : 404, { "Content-Security-Policy": POLICY, "Content-Type": kind ?? "text/plain" });
    answer.end(kind ? readFileSync(join(folder, name)) : "");
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => (server.closeAllConnections(), server.close()) };
}
