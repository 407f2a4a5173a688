/** Everything that the environment decides, read once at start. */
export class Settings {
  readonly port = wholeNumber('PORT', 3000);
  readonly databaseUrl = text('DATABASE_URL');
  readonly connectionLimit = wholeNumber('DATABASE_CONNECTION_LIMIT', 10);
  readonly redisUrl = text('REDIS_URL');
  readonly emailTokenSecret = text('JUDGE_EMAIL_TOKEN_SECRET');
  readonly accessTokenSecret = text('JUDGE_ACCESS_TOKEN_SECRET');
  readonly tokenKey = oneOf('JUDGE_TOKEN_KEY', ['prepared', 'text'], 'prepared');

  readonly log = {
    level: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'info'),
    /** A file, or stdout when empty. */
    file: text('LOG_FILE', ''),
    writes: oneOf('LOG_WRITES', ['buffered', 'direct', 'flushed'], 'buffered'),
  };

  readonly hash = {
    algorithm: oneOf('JUDGE_HASH', ['argon2', 'bcrypt'], 'argon2'),
    argon2: {
      memoryKib: wholeNumber('JUDGE_ARGON2_MEMORY_KIB', 4096),
      passes: wholeNumber('JUDGE_ARGON2_PASSES', 2),
      lanes: wholeNumber('JUDGE_ARGON2_LANES', 1),
    },
    bcrypt: {
      cost: wholeNumber('JUDGE_BCRYPT_COST', 10),
      call: oneOf('JUDGE_BCRYPT_CALL', ['async', 'sync'], 'async'),
    },
  };

  readonly signUpWrites = oneOf('JUDGE_SIGN_UP_WRITES', ['transaction', 'separate'], 'transaction');
  /** Whether those who have signed up are greeted by mail, and whether the answer waits until the mail server has taken it. */
  readonly welcomeMail = oneOf('JUDGE_WELCOME_MAIL', ['none', 'waited', 'afterwards'], 'none');
  readonly smtpUrl = text('SMTP_URL', 'smtp://127.0.0.1:25');
  readonly mailFrom = text('MAIL_FROM', 'The judge <no-reply@judge.example>');
  readonly problemList = oneOf('JUDGE_PROBLEM_LIST', ['joined', 'row-by-row'], 'joined');
  readonly grader = oneOf('JUDGE_GRADER', ['polls', 'is-told'], 'polls');
  readonly graderUrl = text('JUDGE_GRADER_URL', 'http://grader.judge');
  /** The graders answer out of order, so that two files of one problem must not overtake each other: who waits for whom. */
  readonly graderTurns = oneOf('JUDGE_GRADER_TURNS', ['none', 'by-problem', 'all'], 'none');
  /** How many connections to the graders are kept; `each`: a new one for each call. */
  readonly graderConnections =
    text('JUDGE_GRADER_CONNECTIONS', 'each') === 'each' ? undefined : wholeNumber('JUDGE_GRADER_CONNECTIONS', 256);
  /** By which token the graders know the workload: the metadata server is asked for it each time, or it is kept until it expires. */
  readonly graderToken = oneOf('JUDGE_GRADER_TOKEN', ['none', 'kept', 'fetched'], 'none');
  readonly metadataUrl = text('JUDGE_METADATA_URL', 'http://metadata.google.internal');
  readonly dropSubmissionIndex = oneOf('JUDGE_DROP_SUBMISSION_INDEX', ['false', 'true'], 'false') === 'true';
}

function text(name: string, usual?: string): string {
  const value = process.env[name] ?? usual;
  if (value === undefined) {
    throw new Error(`environment variable ${name} is not set`);
  }
  return value;
}

function wholeNumber(name: string, usual: number): number {
  const value = Number(text(name, String(usual)));
  if (!Number.isInteger(value) || value < 1) {
    throw new Error(`environment variable ${name} needs a whole number from 1, not "${process.env[name]}"`);
  }
  return value;
}

function oneOf<T extends string>(name: string, allowed: readonly T[], usual: T): T {
  const value = text(name, usual);
  const found = allowed.find((a) => a === value);
  if (found === undefined) {
    throw new Error(`environment variable ${name} needs one of ${allowed.join(', ')}, not "${value}"`);
  }
  return found;
}
