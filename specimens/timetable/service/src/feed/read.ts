import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Call, Course, Feed, Line, Operator, Stop, Trip } from './model.js';

type Row = Record<string, string>;

/** The rows of a file of the feed. */
export function rows(folder: string, file: string): Row[] {
  return parse(readFileSync(join(folder, file)), { columns: true }) as Row[];
}

/** The feed that a region publishes. */
export function readFeed(folder: string): Feed {
  const operators = byId(rows(folder, 'operators.csv').map((r): Operator => ({ id: Number(r.id), name: r.name, phone: r.phone })));
  const stops = byId(rows(folder, 'stops.csv').map(stop));
  const lines = byId(
    rows(folder, 'lines.csv').map((r): Line => ({
      id: Number(r.id),
      number: r.number,
      kind: r.kind,
      colour: r.colour,
      operator: known(operators, r.operator),
    })),
  );
  const courses = readCourses(folder, lines, stops);
  const trips = rows(folder, 'trips.csv').map((r): Trip => ({
    id: Number(r.id),
    course: known(courses, courseKey(r)),
    starts: Number(r.starts),
  }));
  return { stops: [...stops.values()], lines: [...lines.values()], courses: [...courses.values()], trips };
}

function stop(r: Row): Stop {
  return {
    id: Number(r.id),
    name: r.name,
    place: r.place,
    zone: Number(r.zone),
    lat: Number(r.lat),
    lon: Number(r.lon),
    platforms: Number(r.platforms),
    facilities: r.facilities === '' ? [] : r.facilities.split('|'),
  };
}

function readCourses(folder: string, lines: Map<string, Line>, stops: Map<string, Stop>): Map<string, Course> {
  const courses = new Map<string, Course>();
  for (const r of rows(folder, 'calls.csv')) {
    const key = courseKey(r);
    const course = courses.get(key) ?? { line: known(lines, r.line), direction: Number(r.direction), calls: [] };
    const call: Call = { stop: known(stops, r.stop), minutes: Number(r.minutes), platform: r.platform };
    course.calls.push(call);
    courses.set(key, course);
  }
  return courses;
}

function courseKey(r: Row): string {
  return `${r.line}/${r.direction}`;
}

function byId<T extends { id: number }>(list: T[]): Map<string, T> {
  return new Map(list.map((one) => [String(one.id), one]));
}

function known<T>(map: Map<string, T>, key: string): T {
  const found = map.get(key);
  if (found === undefined) {
    throw new Error(`the feed speaks of ${key} and does not have it`);
  }
  return found;
}
