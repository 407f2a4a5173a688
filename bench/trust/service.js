// A service of a few lines for attach.sh, whose port is the first argument.
const http = require('node:http');

http
  .createServer((request, response) => {
    const body = Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n');
    response.end(body);
  })
  .listen(Number(process.argv[2]), '127.0.0.1');
