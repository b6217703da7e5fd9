import { DefaultNamingStrategy, type NamingStrategyInterface, type Table } from 'typeorm';

/** Names keys and constraints as PostgreSQL does by default, which is how the migrations name them. */
export class PostgresNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override uniqueConstraintName(table: Table | string, columnNames: string[]): string {
    return `${this.getTableName(table)}_${columnNames.join('_')}_key`;
  }

  override foreignKeyName(table: Table | string, columnNames: string[]): string {
    return `${this.getTableName(table)}_${columnNames.join('_')}_fkey`;
  }
}
