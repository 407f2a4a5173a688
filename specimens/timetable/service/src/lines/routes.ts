import { Router } from 'express';
import type { Course, Feed, Trip } from '../feed/model.js';
import { NotFoundError } from '../web/errors.js';
import type { Table } from './table.js';

/** The whole day of a line, for those who print it. */
export function lineRoutes({ lines, trips }: Feed, table: Table): Router {
  const known = new Map(lines.map((line) => [String(line.id), { line, courses: new Map<Course, Trip[]>() }]));
  for (const trip of trips) {
    const courses = known.get(String(trip.course.line.id))!.courses;
    courses.set(trip.course, [...(courses.get(trip.course) ?? []), trip]);
  }
  const routes = Router();

  const lineOf = (id: string) => {
    const found = known.get(id);
    if (found === undefined) {
      throw new NotFoundError(`there is no line ${id}`);
    }
    return found;
  };

  routes.get('/api/lines/:id/timetable', (request, response) => {
    const { line, courses } = lineOf(request.params.id);
    const directions = [...courses].map(([course, own]) => ({
      stops: course.calls.map(({ stop, platform }) => ({ id: stop.id, name: stop.name, zone: stop.zone, platform })),
      trips: own.map((trip) => ({ id: trip.id, times: course.calls.map(({ minutes }) => clock(trip.starts + minutes)) })),
    }));
    response.json({ line: line.number, kind: line.kind, operator: line.operator, directions });
  });

  routes.get('/api/lines/:id/calls.csv', (request, response) => {
    table.answer(response, calls(lineOf(request.params.id).courses));
  });

  return routes;
}

/** A row for each call of each trip. */
function* calls(courses: Map<Course, Trip[]>): Iterable<string> {
  yield 'trip,stop,platform,time\n';
  for (const [course, own] of courses) {
    for (const trip of own) {
      for (const { stop, platform, minutes } of course.calls) {
        yield `${trip.id},${stop.id},${platform},${clock(trip.starts + minutes)}\n`;
      }
    }
  }
}

/** Trips after midnight belong to the day on which they began: 24:10. */
function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
