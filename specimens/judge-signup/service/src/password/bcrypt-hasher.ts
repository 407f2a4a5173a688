import * as bcrypt from 'bcrypt';
import { PasswordHasher } from './password-hasher';

export class BcryptHasher extends PasswordHasher {
  constructor(private readonly cost: number) {
    super();
  }

  async hash(password: string): Promise<string> {
    return bcrypt.hash(password, this.cost);
  }
}
