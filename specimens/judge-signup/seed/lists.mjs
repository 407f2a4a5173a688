// Writes what the load is made from: e-mail addresses with the tokens that prove them, their PINs for Redis, and submissions.
//
//     node lists.mjs OUT EMAIL_TOKEN_SECRET ACCESS_TOKEN_SECRET
//
// It draws from one fixed seed: the same files come out everywhere.
import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// More than the service signs up in five minutes at its best, so that few addresses come twice.
const ADDRESSES = 100_000;
const SUBMISSIONS = 20_000;
const LOOKUPS = 20_000;
// As many as sql/rows.sql makes.
const USERS = 20_000;
const PROBLEMS = 2_000;
const PAGE = 20;

const ISSUED = Date.UTC(2025, 0, 1) / 1000;
// A real token lives for minutes. These lie in a cache until somebody needs them.
const EXPIRES = Date.UTC(2099, 0, 1) / 1000;

const [out, emailSecret, accessSecret] = process.argv.slice(2);
mkdirSync(out, { recursive: true });

// mulberry32
let state = 20260;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const pick = (n) => 1 + Math.floor(random() * n);

const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = base64({ alg: 'HS256', typ: 'JWT' });
function token(sub, secret) {
  const signed = `${HEADER}.${base64({ sub, iat: ISSUED, exp: EXPIRES })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function list(name, header, length, line) {
  writeFileSync(join(out, name), [header, ...Array.from({ length }, (_, i) => line(i)), ''].join('\n'));
}

const address = (i) => `student-${String(i).padStart(6, '0')}@students.example`;
list('addresses.csv', 'token,real_name,student_no', ADDRESSES, (i) =>
  [token(address(i), emailSecret), `Student ${i}`, 20_250_000_000 + i].join(','),
);

// Redis's own protocol, for `redis-cli --pipe`.
const bulk = (text) => `$${text.length}\r\n${text}\r\n`;
const pins = Array.from({ length: ADDRESSES }, (_, i) => `*3\r\n${['SET', `pin:${address(i)}`, String(100_000 + pick(899_999))].map(bulk).join('')}`);
writeFileSync(join(out, 'pins.resp'), pins.join(''));

const LANGUAGES = ['c', 'cpp', 'java', 'python'];
list('submissions.csv', 'token,problem,language,step', SUBMISSIONS, () =>
  [token(String(pick(USERS)), accessSecret), pick(PROBLEMS), LANGUAGES[pick(4) - 1], pick(1_000)].join(','),
);
list('pages.csv', 'page', LOOKUPS, () => String(pick(PROBLEMS / PAGE) - 1));
list('problems.csv', 'id', LOOKUPS, () => String(pick(PROBLEMS)));
