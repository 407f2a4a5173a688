/** Turns a password into what may be stored. */
export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;
}
