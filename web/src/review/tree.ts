// The game as a tree: the main line and what was tried beside it.

export interface TreeNode {
  /** The tokens that led here from the parent: a decision, with its luck, or both apart. */
  tokens: string[];
  parent: TreeNode | null;
  children: TreeNode[];
  /** Plies from the start along the main line; -1 beside it. */
  main: number;
}

export function root(): TreeNode {
  return { tokens: [], parent: null, children: [], main: 0 };
}

export function path(node: TreeNode): string[] {
  const out: string[][] = [];
  for (let n: TreeNode | null = node; n; n = n.parent) out.push(n.tokens);
  return out.reverse().flat();
}

export function follow(node: TreeNode, tokens: string[]): TreeNode {
  const found = node.children.find((c) => c.tokens.join(' ') === tokens.join(' '));
  if (found) return found;
  const child: TreeNode = { tokens, parent: node, children: [], main: node.main >= 0 && node.children.length === 0 && node.main === mainLength(node) ? node.main + 1 : -1 };
  node.children.push(child);
  return child;
}

function mainLength(node: TreeNode): number {
  let top = node;
  while (top.parent) top = top.parent;
  let n = 0;
  for (let at = top; at.children[0]; at = at.children[0]) n++;
  return n;
}

export function mainLine(top: TreeNode): TreeNode[] {
  const out = [top];
  for (let at = top; at.children[0]; ) {
    at = at.children[0];
    out.push(at);
  }
  return out;
}

/** The next or last variation at this place. */
export function sibling(node: TreeNode, by: number): TreeNode {
  const all = node.parent?.children ?? [node];
  const i = all.indexOf(node);
  return all[(i + by + all.length) % all.length] ?? node;
}

export function remove(node: TreeNode): TreeNode {
  const parent = node.parent;
  if (!parent) return node;
  parent.children = parent.children.filter((c) => c !== node);
  return parent;
}
