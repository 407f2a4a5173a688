export interface Operator {
  id: number;
  name: string;
  phone: string;
}

export interface Stop {
  id: number;
  name: string;
  place: string;
  zone: number;
  lat: number;
  lon: number;
  platforms: number;
  facilities: string[];
}

export interface Line {
  id: number;
  number: string;
  kind: string;
  colour: string;
  operator: Operator;
}

/** Where a course halts, and how many minutes after its first call. */
export interface Call {
  stop: Stop;
  minutes: number;
  platform: string;
}

/** The way that all trips of a line take in one direction. */
export interface Course {
  line: Line;
  direction: number;
  calls: Call[];
}

/** One vehicle on its way on the day of the feed. */
export interface Trip {
  id: number;
  course: Course;
  /** Minutes since midnight. */
  starts: number;
}

/** The timetable of a region for one day. */
export interface Feed {
  stops: Stop[];
  lines: Line[];
  courses: Course[];
  trips: Trip[];
}
