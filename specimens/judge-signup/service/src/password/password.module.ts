import { Module } from '@nestjs/common';
import { Settings } from '../config/settings';
import { Argon2Hasher } from './argon2-hasher';
import { BcryptHasher } from './bcrypt-hasher';
import { BcryptSyncHasher } from './bcrypt-sync-hasher';
import { PasswordHasher } from './password-hasher';

function hasher({ hash }: Settings): PasswordHasher {
  if (hash.algorithm === 'argon2') {
    return new Argon2Hasher(hash.argon2);
  }
  return hash.bcrypt.call === 'async' ? new BcryptHasher(hash.bcrypt.cost) : new BcryptSyncHasher(hash.bcrypt.cost);
}

@Module({
  providers: [{ provide: PasswordHasher, inject: [Settings], useFactory: hasher }],
  exports: [PasswordHasher],
})
export class PasswordModule {}
