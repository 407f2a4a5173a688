import { Letter } from './mailer';

/** Greets those who have signed up. */
export abstract class WelcomeMails {
  abstract greet(email: string, userName: string): Promise<void>;
}

/** The judge of a class in which the teacher greets. */
export class NoWelcomeMails extends WelcomeMails {
  async greet(): Promise<void> {}
}

export function welcome(to: string, userName: string): Letter {
  return {
    to,
    subject: 'Welcome to the judge',
    text: `Hello ${userName},\n\nyour account is ready. Problems are waiting for you at https://judge.example/problems.\n\nThe judge\n`,
  };
}
