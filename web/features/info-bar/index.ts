export { startAnnouncements } from './announcements.state.ts';
export { InfoBar } from './info-bar.tsx';
export { useSurveyOffer } from './use-survey-offer.ts';
