import { Router } from 'express';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotFoundError } from '../web/errors.js';

/** Small pictures of stops, all of them in memory. */
export function pictureRoutes(folder: string): Router {
  const pictures = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  const routes = Router();

  routes.get('/pictures/:name', (request, response) => {
    const picture = pictures.get(request.params.name);
    if (picture === undefined) {
      throw new NotFoundError(`there is no picture ${request.params.name}`);
    }
    response.type('png').set('cache-control', 'public, max-age=86400').send(picture);
  });

  return routes;
}
