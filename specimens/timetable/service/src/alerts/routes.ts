import { json, Router } from 'express';
import type { AlertWish, Checks } from '../checks/checks.js';
import type { Stops } from '../feed/stops.js';

/** What passengers want to be told of, one wish a device. */
export function alertRoutes(stops: Stops, checks: Checks): Router {
  const wishes = new Map<string, AlertWish>();
  const routes = Router();

  routes.put('/api/alerts/:device', json(), (request, response) => {
    const wish = checks.alertWish(request.body as object);
    const { name } = stops.byId(String(wish.stop));
    wishes.set(request.params.device, wish);
    response.json({ stop: name, kinds: wish.kinds, lateFromMinutes: wish.lateFromMinutes });
  });

  return routes;
}
