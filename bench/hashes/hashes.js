// CPU of one password hash at the least cost that OWASP advises, milliseconds: the mean of five.
const crypto = require('node:crypto');
const argon2 = require('argon2');
const bcrypt = require('bcrypt');

const told = async (what, hash) => {
  const before = process.cpuUsage();
  for (let i = 0; i < 5; i += 1) await hash();
  const { user, system } = process.cpuUsage(before);
  console.log(`Node ${process.version} | ${what} | ${((user + system) / 5e3).toFixed(0)}`);
};

(async () => {
  await told('argon2id, 19 MiB, 2 passes, 1 lane', () =>
    argon2.hash('correct horse', { type: argon2.argon2id, memoryCost: 19456, timeCost: 2, parallelism: 1 }));
  await told('bcrypt, cost 10', () => bcrypt.hash('correct horse', 10));
  await told('scrypt, N = 2^17, r = 8, p = 1', () =>
    crypto.scryptSync('correct horse', 'salt of sixteen!', 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }));
  await told('PBKDF2-HMAC-SHA-256, 600,000', () => crypto.pbkdf2Sync('correct horse', 'salt', 600_000, 32, 'sha256'));
  await told('PBKDF2-HMAC-SHA-512, 210,000', () => crypto.pbkdf2Sync('correct horse', 'salt', 210_000, 64, 'sha512'));
})();
