export function codecVersion(): i32 {
  return 1;
}
