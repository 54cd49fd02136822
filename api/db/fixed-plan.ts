import { sql, type RawBuilder } from 'kysely';

/**
 * Returns a value for the condition of a query whose plan does not depend on it, such as a key. SQLite as it is built here (STAT4)
 * prepares a statement with a join or a subquery again whenever a parameter gets a value, because the value might change the plan.
 * That takes longer than the query. The planner does not look at a parameter behind a plus, which leaves the value as it is.
 */
export const fixedPlan = <T>(value: T): RawBuilder<T> => sql<T>`+${value}`;
