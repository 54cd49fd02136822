export { TourHost } from './tour-host.tsx';
