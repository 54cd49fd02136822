import { describe, expect, it } from 'vitest';
import { hasFallbackRule, hostToRealm, parseRealmRules } from './realm.rules.ts';

describe('the realm of a host', () => {
  const rules = parseRealmRules('.wort.example={name}-{environment}, .geneva.wort.example=geneva ,*=main');

  it('fills what stands before the suffix and the environment', () => {
    expect(hostToRealm('spital.wort.example', rules, 'stage')).toBe('spital-stage');
    expect(hostToRealm('a.b.wort.example', rules, 'dev')).toBe('a-b-dev');
  });

  it('prefers the longest suffix, wherever it stands', () => {
    expect(hostToRealm('hug.geneva.wort.example', rules, 'prod')).toBe('geneva');
  });

  it('falls back to the rule for all others', () => {
    expect(hostToRealm('localhost', rules, 'prod')).toBe('main');
  });

  it('accepts no rule without a fallback, and none that is malformed', () => {
    expect(hasFallbackRule(parseRealmRules(''))).toBe(true);
    expect(hasFallbackRule(parseRealmRules('*=main'))).toBe(true);
    expect(hasFallbackRule(parseRealmRules('.a.example=a'))).toBe(false);
    expect(hasFallbackRule(parseRealmRules('.a.example,*=main'))).toBe(false);
    expect(hasFallbackRule(parseRealmRules('.a.example=b/../c,*=main'))).toBe(false);
  });
});
