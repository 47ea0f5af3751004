/** A map of the world with one place on it, drawn here: no tiles, no other origin. Loaded when there is a place to show. */
import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import land from 'world-atlas/land-110m.json';

const WIDTH = 480;
const HEIGHT = 250;
const topology = land as unknown as Topology;
const shape = topology.objects['land'];
const projection = geoNaturalEarth1().fitSize([WIDTH, HEIGHT], { type: 'Sphere' });
const outline = shape ? (geoPath(projection)(feature(topology, shape)) ?? '') : '';

interface IpMapProps {
  readonly latitude: number;
  readonly longitude: number;
  readonly location: string | null;
}

export default function IpMap({ latitude, longitude, location }: IpMapProps) {
  const [x, y] = projection([longitude, latitude]) ?? [0, 0];
  return (
    <svg
      className="map"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Map of the world with a mark${location ? ` at ${location}` : ''}`}
    >
      <path className="map-land" d={outline} />
      <circle className="map-halo" cx={x} cy={y} r={14} />
      <circle className="map-mark" cx={x} cy={y} r={5} />
    </svg>
  );
}
