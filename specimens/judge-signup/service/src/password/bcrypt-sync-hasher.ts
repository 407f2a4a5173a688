import * as bcrypt from 'bcrypt';
import { PasswordHasher } from './password-hasher';

export class BcryptSyncHasher extends PasswordHasher {
  constructor(private readonly cost: number) {
    super();
  }

  async hash(password: string): Promise<string> {
    const salt = bcrypt.genSaltSync(this.cost);
    return bcrypt.hashSync(password, salt);
  }
}
