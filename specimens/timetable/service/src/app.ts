import express, { type Express } from 'express';
import { join } from 'node:path';
import { alertRoutes } from './alerts/routes.js';
import { Board } from './board/board.js';
import { CopiedDepartures } from './board/copied-departures.js';
import type { Departures } from './board/departures.js';
import { IndexedDepartures } from './board/indexed-departures.js';
import { boardRoutes } from './board/routes.js';
import { ScannedDepartures } from './board/scanned-departures.js';
import { OwnChecks } from './checks/own-checks.js';
import { SharedChecks } from './checks/shared-checks.js';
import { fareRoutes } from './fares/routes.js';
import type { Feed } from './feed/model.js';
import { readFeed } from './feed/read.js';
import { Stops } from './feed/stops.js';
import { OwnFormats } from './formats/own-formats.js';
import { SharedFormats } from './formats/shared-formats.js';
import { GatheredTable } from './lines/gathered-table.js';
import { lineRoutes } from './lines/routes.js';
import { WrittenTable } from './lines/written-table.js';
import { FoundNotices } from './notices/found-notices.js';
import { KeptNotices } from './notices/kept-notices.js';
import { pictureRoutes } from './pictures/routes.js';
import { AskedRealtime } from './realtime/asked-realtime.js';
import { readReports } from './realtime/read.js';
import { TriedRealtime } from './realtime/tried-realtime.js';
import { IndexedSearch } from './search/indexed-search.js';
import { searchRoutes } from './search/routes.js';
import { ScannedSearch } from './search/scanned-search.js';
import type { Settings } from './settings.js';
import { compress } from './web/compress.js';
import { answerErrors } from './web/errors.js';
import { log } from './web/log.js';

/** The service with the feed in memory. */
export function app(settings: Settings): Express {
  const feed = readFeed(settings.feed);
  const stops = new Stops(feed);
  const formats = settings.formats === 'shared' ? new SharedFormats() : new OwnFormats();
  const checks = settings.checks === 'shared' ? new SharedChecks() : new OwnChecks();

  const server = express();
  server.disable('x-powered-by');
  server.set('view engine', 'ejs');
  server.set('views', join(__dirname, '..', 'views'));
  server.get('/health', (_request, response) => void response.json({ status: 'up', trips: feed.trips.length }));
  server.use(log(settings.logLevel));
  server.use(compress(settings));
  server.use(boardRoutes({ board: board(settings, feed), stops, checks, formats, rows: settings.rows, hold: settings.departuresHold }));
  server.use(searchRoutes({ search: search(settings, feed, stops), stops, hits: settings.hits }));
  server.use(lineRoutes(feed, settings.tables === 'gathered' ? new GatheredTable() : new WrittenTable()));
  server.use(fareRoutes(stops, formats));
  server.use(alertRoutes(stops, checks));
  server.use(pictureRoutes(settings.pictures));
  server.use(answerErrors);
  return server;
}

function board(settings: Settings, feed: Feed): Board {
  const reports = readReports(settings.feed);
  const realtime = settings.realtime === 'asked' ? new AskedRealtime(reports) : new TriedRealtime(reports);
  const folder = join(settings.feed, 'notices');
  const notices = settings.notices === 'kept' ? new KeptNotices(folder) : new FoundNotices(folder);
  return new Board(departures(settings, feed), realtime, notices, settings.vias);
}

function departures(settings: Settings, feed: Feed): Departures {
  const found = settings.departures === 'indexed' ? new IndexedDepartures(feed) : new ScannedDepartures(feed);
  return settings.departuresAre === 'shared' ? found : new CopiedDepartures(found);
}

function search(settings: Settings, { stops: all }: Feed, stops: Stops) {
  const importance = stops.importance.bind(stops);
  return settings.search === 'indexed' ? new IndexedSearch(all, importance) : new ScannedSearch(all, importance);
}
