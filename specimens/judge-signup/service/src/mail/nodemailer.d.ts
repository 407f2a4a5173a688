/** What is used of nodemailer, which brings no types of its own. */
declare module 'nodemailer' {
  export interface Mail {
    from: string;
    to: string;
    subject: string;
    text: string;
  }

  export interface Transporter {
    sendMail(mail: Mail): Promise<{ messageId: string }>;
    close(): void;
  }

  /** A connection for each mail, to the server of the URL. */
  export function createTransport(url: string): Transporter;
}
