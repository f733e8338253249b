import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { askFirst } from './app/ask-first.ts';
import { applyTheme } from './app/theme.ts';
import './shared/theme.css';

askFirst(location.pathname);
applyTheme();
const place = document.getElementById('tidemark');
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
