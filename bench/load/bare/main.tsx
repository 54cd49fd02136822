/** The smallest page that React can show: a heading, a list and a button. The peer of `bench -- load`. */
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Bare() {
  const [count, setCount] = useState(20);
  return (
    <main>
      <h1>Bare</h1>
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
      <ol>
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>{index}</li>
        ))}
      </ol>
    </main>
  );
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Bare />
  </StrictMode>,
);
