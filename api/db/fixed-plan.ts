import { sql, type RawBuilder } from 'kysely';

/**
 * Returns `+?` for a value in a condition. The unary plus leaves the value as it is, and hides the parameter from the query planner.
 * Without it, SQLite with SQLITE_ENABLE_STAT4, as better-sqlite3 builds it, prepares a statement with a join or a subquery again each
 * time a value is bound to a parameter, because the best plan may depend on the value. That takes longer than to run the statement. Only
 * for values on which the plan does not depend, such as a key.
 */
export const fixedPlan = <T>(value: T): RawBuilder<T> => sql<T>`+${value}`;
