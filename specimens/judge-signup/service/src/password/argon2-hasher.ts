import * as argon2 from 'argon2';
import type { Settings } from '../config/settings';
import { PasswordHasher } from './password-hasher';

export class Argon2Hasher extends PasswordHasher {
  constructor(private readonly cost: Settings['hash']['argon2']) {
    super();
  }

  async hash(password: string): Promise<string> {
    const { memoryKib, passes, lanes } = this.cost;
    return argon2.hash(password, { type: argon2.argon2id, memoryCost: memoryKib, timeCost: passes, parallelism: lanes });
  }
}
