// Writes the timetable of each region for one day, what is known of its trips at this moment, its notices and pictures, and the lists
// that the load is made from.
//
//     node feeds.mjs OUT
//
// Each region has a fixed seed: the same files come out everywhere.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { picture } from './picture.mjs';
import { random } from './random.mjs';

// Number of places of a region; each has eight stops.
const REGIONS = { isles: 500, lakes: 900, valley: 1_500, coast: 2_400 };
const STOPS_OF_PLACE = 8;
const STOPS_OF_LINE_EACH = 22;
const LIST = 20_000;
const DEVICES = 2_000;
const PICTURES = 200;
const SIDES = [24, 36, 48];
const LANGUAGES = ['en', 'de', 'fr'];

const FRONT = 'Ash Birk Black Bram Broad Carn Clay Cold Cran Dale Elm Fern Glen Gold Hart Hazel Holm Kirk Lang Long Mill New North Oak Pen Raven Red Rose Salt Sand Sheep South Stan Stone Swan Thorn Under Wald West Whit Wild Win Wood'.split(' ');
const BACK = 'beck borough bourne bridge brook burn bury by cliffe combe cote dale don field ford gate ham hill holme hurst land leigh ley low mere minster moor more ness pool port ridge shaw side stead stoke thwaite ton wade well wick worth'.split(' ');
const BEFORE = ['', '', '', '', '', 'Upper ', 'Lower ', 'Great ', 'Little ', 'Old '];
const AT = 'Station,Market Place,Church Lane,Town Hall,School,Hospital,High Street,Bridge End,Park Road,Mill Lane,Library,Sports Ground,Cemetery,Industrial Estate,Post Office,King Street,Castle,Waterworks,Green,Crossroads'.split(',');
const FACILITIES = ['shelter', 'seats', 'lift', 'ramp', 'toilets', 'ticket machine', 'bicycle stand', 'waiting room'];
const OPERATORS = 'Northline,Vale Transport,Harbour Buses,Moorland Coaches,Tramways of Stanford,Regional Rail,Shoreway,Green Arrow,Pioneer Motors,Union Lines'.split(',');

const out = process.argv[2];

function csv(path, header, rows) {
  writeFileSync(path, [header, ...rows.map((row) => row.join(',')), ''].join('\n'));
}

function places(draw, count) {
  const names = new Set();
  while (names.size < count) {
    names.add(`${draw.one(BEFORE)}${draw.one(FRONT)}${draw.one(BACK)}`);
  }
  return [...names].map((name) => ({ name, lat: 51 + draw.upTo(20_000) / 10_000, lon: -3 + draw.upTo(30_000) / 10_000 }));
}

function stopsOf(draw, place, index) {
  const corners = draw.some(AT.slice(1), STOPS_OF_PLACE - 1);
  return [AT[0], ...corners].map((at, n) => ({
    id: 8_100_000 + index * STOPS_OF_PLACE + n,
    name: `${place.name} ${at}`,
    place: place.name,
    zone: 1 + (Math.floor((place.lat - 51) * 6) * 4 + Math.floor((place.lon + 3) * 1.3)),
    lat: (place.lat + draw.upTo(200) / 10_000).toFixed(5),
    lon: (place.lon + draw.upTo(200) / 10_000).toFixed(5),
    platforms: n === 0 ? 2 + draw.upTo(8) : 2,
    facilities: draw.some(FACILITIES, n === 0 ? 6 : draw.upTo(4)).join('|'),
  }));
}

/** From place to place, each time to one of the nearest that the line does not serve yet. */
function courseOf(draw, all, start, length) {
  const course = [start];
  while (course.length < length) {
    const here = course.at(-1);
    const away = ({ lat, lon }) => (lat - here.lat) ** 2 + (lon - here.lon) ** 2;
    const near = here.near.filter((p) => !course.includes(p)).sort((a, b) => away(a) - away(b));
    if (near.length === 0) break;
    course.push(draw.one(near.slice(0, 4)));
  }
  return course;
}

function neighbours(all) {
  for (const here of all) {
    const away = (p) => (p.lat - here.lat) ** 2 + (p.lon - here.lon) ** 2;
    here.near = all.filter((p) => p !== here).sort((a, b) => away(a) - away(b)).slice(0, 12);
  }
}

function linesOf(draw, all) {
  const count = Math.round((all.length * STOPS_OF_PLACE) / STOPS_OF_LINE_EACH);
  return Array.from({ length: count }, (_, i) => {
    const kind = draw.one(['bus', 'bus', 'bus', 'tram', 'train']);
    const course = courseOf(draw, all, all[draw.upTo(all.length)], 4 + draw.upTo(6));
    const calls = course.flatMap((place) => [place.stops[0], ...draw.some(place.stops.slice(1), kind === 'train' ? 1 : draw.upTo(3))]);
    let minutes = 0;
    const there = calls.map((stop) => ({ stop, minutes: (minutes += 2 + draw.upTo(6)) }));
    const back = there.map(({ stop, minutes: m }) => ({ stop, minutes: minutes - m })).reverse();
    return {
      id: i + 1,
      number: kind === 'train' ? `R${1 + draw.upTo(99)}` : `${100 + i}`,
      kind,
      operator: 1 + draw.upTo(OPERATORS.length),
      colour: `#${draw.upTo(0xffffff).toString(16).padStart(6, '0')}`,
      every: draw.one([15, 20, 20, 30, 30, 40, 60]),
      directions: [there, back],
    };
  });
}

function tripsOf(draw, lines) {
  const trips = [];
  for (const line of lines) {
    for (const direction of [0, 1]) {
      for (let starts = 270 + draw.upTo(line.every); starts < 1_420; starts += line.every) {
        trips.push([trips.length + 1, line.id, direction, starts]);
      }
    }
  }
  return trips;
}

/** Something is known of one trip in twelve. */
function realtimeOf(draw, trips) {
  const known = trips.filter(() => draw.upTo(12) === 0);
  return known.map(([trip]) => [trip, draw.upTo(900), draw.upTo(3) ? '' : 1 + draw.upTo(8), draw.one(['low', 'medium', 'high'])]);
}

function noticesOf(draw, folder, lines, stops) {
  mkdirSync(folder, { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  for (const { id, number } of lines.filter(() => draw.upTo(25) === 0)) {
    write(`line-${id}.en.txt`, `Works: line ${number} takes another way near ${draw.one(FRONT)}${draw.one(BACK)}.\n`);
    if (draw.upTo(3) === 0) {
      write(`line-${id}.de.txt`, `Bauarbeiten: Linie ${number} fährt bei ${draw.one(FRONT)}${draw.one(BACK)} eine Umleitung.\n`);
    }
  }
  for (const { id, name } of stops.filter(() => draw.upTo(150) === 0)) {
    write(`stop-${id}.en.txt`, `The lift at ${name} is out of order.\n`);
  }
}

function region(name, count, seed) {
  const draw = random(seed);
  const feed = join(out, name);
  mkdirSync(feed, { recursive: true });
  const all = places(draw, count);
  all.forEach((place, i) => (place.stops = stopsOf(draw, place, i)));
  neighbours(all);
  const lines = linesOf(draw, all);
  const trips = tripsOf(draw, lines);

  csv(join(feed, 'operators.csv'), 'id,name,phone', OPERATORS.map((o, i) => [i + 1, o, `+44 20 7946 0${100 + i}`]));
  csv(join(feed, 'stops.csv'), 'id,name,place,zone,lat,lon,platforms,facilities', all.flatMap((p) => p.stops).map((s) => Object.values(s)));
  csv(join(feed, 'lines.csv'), 'id,number,kind,operator,colour', lines.map((l) => [l.id, l.number, l.kind, l.operator, l.colour]));
  const calls = lines.flatMap((l) =>
    l.directions.flatMap((direction, d) => direction.map((c) => [l.id, d, c.stop.id, c.minutes, 1 + draw.upTo(c.stop.platforms)])),
  );
  csv(join(feed, 'calls.csv'), 'line,direction,stop,minutes,platform', calls);
  csv(join(feed, 'trips.csv'), 'id,line,direction,starts', trips);
  csv(join(feed, 'realtime.csv'), 'trip,delay_s,platform,occupancy', realtimeOf(draw, trips));
  noticesOf(draw, join(feed, 'notices'), lines, all.flatMap((p) => p.stops));
  lists(draw, join(feed, 'lists'), all, lines);
  console.log(`${name}: ${all.length * STOPS_OF_PLACE} stops, ${lines.length} lines, ${trips.length} trips`);
}

function lists(draw, folder, all, lines) {
  mkdirSync(folder, { recursive: true });
  // Boards are asked for where several lines meet.
  const served = new Map();
  lines.forEach((l) => l.directions.flat().forEach(({ stop }) => served.set(stop, (served.get(stop) ?? 0) + 1)));
  const busy = [...served].filter(([, n]) => n >= 8).map(([stop]) => stop);
  const list = (name, header, row) => csv(join(folder, name), header, Array.from({ length: LIST }, (_, i) => row(i)));
  const board = (stop) => [stop, draw.time(300, 900), draw.one(LANGUAGES)];
  list('boards.csv', 'stop,at,lang', () => board(draw.one(busy).id));
  // One in fifty comes from an old link to a stop that is gone.
  list('old-links.csv', 'stop,at,lang', () => board(draw.upTo(50) === 0 ? 8_900_000 + draw.upTo(1_000) : draw.one(busy).id));
  list('stops.csv', 'stop', () => [draw.one(draw.one(all).stops).id]);
  // What has been typed so far: the beginning of a place, and of one of its stops.
  list('searches.csv', 'words', () => {
    const stop = draw.one(draw.one(all).stops);
    const [place, at] = [stop.place.split(' ').at(-1), stop.name.slice(stop.place.length + 1)];
    return [`${place.slice(0, 3 + draw.upTo(3))}${draw.upTo(2) ? `+${at.slice(0, 2)}` : ''}`];
  });
  list('lines.csv', 'line', () => [1 + draw.upTo(lines.length)]);
  // Passengers who want to be told when something is late.
  list('alerts.csv', 'device,stop,from,to,kind,late', () => {
    const kind = draw.one(['bus', 'tram', 'train']);
    return [1 + draw.upTo(DEVICES), draw.one(busy).id, draw.time(300, 600), draw.time(960, 1_200), kind, 2 + draw.upTo(10)];
  });
  list('fares.csv', 'from,to', () => [draw.one(draw.one(all).stops).id, draw.one(draw.one(all).stops).id]);
}

Object.entries(REGIONS).forEach(([name, count], i) => region(name, count, 2_026 + i));

const draw = random(7);
for (const side of SIDES) {
  const folder = join(out, 'pictures', String(side));
  mkdirSync(folder, { recursive: true });
  for (let i = 1; i <= PICTURES; i += 1) {
    writeFileSync(join(folder, `${i}.png`), picture(draw, side));
  }
}
csv(join(out, 'pictures', 'list.csv'), 'picture', Array.from({ length: LIST }, () => [1 + draw.upTo(PICTURES)]));
