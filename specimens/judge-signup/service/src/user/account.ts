/** What is stored of somebody who signs up. */
export interface Account {
  userName: string;
  passwordHash: string;
  email: string;
  realName: string;
  studentNo?: string;
}

/** Everybody is a member of this group. */
export const EVERYBODY = 1;

/** Stores a user, their profile and their membership. */
export abstract class AccountWriter {
  /** The id of the user. */
  abstract write(account: Account): Promise<number>;
}
