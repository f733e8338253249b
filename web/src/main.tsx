import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { askFirst } from './app/ask-first.ts';
import { applyTheme } from './app/theme.ts';
import './shared/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components';
import { router } from './app/router.tsx';
import { queryClient } from './shared/api/query-client.ts';

askFirst(location.pathname);
applyTheme();
const place = document.getElementById('tidemark');
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );

function App() {
  return (
    <I18nProvider locale="en-GB">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
