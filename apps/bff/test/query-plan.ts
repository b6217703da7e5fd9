/** A step of a plan that was carried out, with the steps that it reads from. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** The one row that a statement of `explainSql` returns. */
export type ExplainedRow = { 'QUERY PLAN': [{ Plan: PlanNode }] };

/** SQL that carries a statement out and returns its plan. */
export const explainSql = (text: string): string => `EXPLAIN (ANALYZE, TIMING OFF, FORMAT json) ${text}`;

const withInputs = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withInputs)];

/** All steps of a plan. */
export const planNodes = ({ 'QUERY PLAN': [{ Plan }] }: ExplainedRow): PlanNode[] => withInputs(Plan);

/** The rows that steps of a plan handled, those that they dropped among them. */
export const countRows = (nodes: readonly PlanNode[]): number =>
  nodes.reduce((sum, node) => {
    const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Join Filter': unjoined = 0 } = node;
    return sum + node['Actual Loops'] * (node['Actual Rows'] + filtered + unjoined);
  }, 0);
