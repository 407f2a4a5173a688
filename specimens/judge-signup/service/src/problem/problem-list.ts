/** A line of the list of problems. */
export interface ProblemLine {
  id: number;
  title: string;
  level: number;
  tags: string[];
  examples: { input: string; output: string }[];
}

export const PAGE = 20;

/** Reads a page of the problems that students may see. */
export abstract class ProblemList {
  abstract page(number: number): Promise<ProblemLine[]>;
}
