import type { NextFunction, Request, Response } from 'express';

/** An answer that the client has to do something about. */
export class ClientError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = new.target.name;
  }
}

export class NotFoundError extends ClientError {
  constructor(message: string) {
    super(404, message);
  }
}

export class BadRequestError extends ClientError {
  constructor(message: string) {
    super(400, message);
  }
}

/** Express knows a handler of errors by its four parameters. */
export function answerErrors(error: unknown, request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) {
    next(error);
  } else if (error instanceof ClientError) {
    response.status(error.status).json({ error: error.message });
  } else {
    request.log.error(error);
    response.status(500).json({ error: 'something went wrong' });
  }
}
