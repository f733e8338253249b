const waiting = new Set<() => void>();

/** Draws one thing a frame, in the order in which they were asked for. Returns what takes it back. */
export function drawSoon(draw: () => void): () => void {
  waiting.add(draw);
  if (waiting.size === 1) requestAnimationFrame(drawNext);
  return () => waiting.delete(draw);
}

function drawNext(): void {
  const [next] = waiting;
  if (next === undefined) return;
  waiting.delete(next);
  next();
  if (waiting.size > 0) requestAnimationFrame(drawNext);
}
