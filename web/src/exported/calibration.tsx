import type { ExportedCalibration } from '../../../src/features/calibration/exported-data.ts';
import { Figures } from '../features/calibration/figures.tsx';
import { Mistakes } from '../features/calibration/mistakes.tsx';
import { exportedData, pictureIn, showExported } from './exported-page.tsx';

const { name, says, figures, lists, listOf } = exportedData<ExportedCalibration>();

showExported(
  <>
    <h1>Calibration of {name}</h1>
    <p className="quiet">{says}</p>
  </>,
  <Figures
    figures={figures}
    mistakesOf={(setting, urlOf) => (
      <Mistakes
        setting={setting}
        mistakes={lists[listOf[setting] ?? -1] ?? []}
        urlOf={urlOf}
        pictureOf={(site, state) => pictureIn(`picture-${site}-${state}`)}
      />
    )}
  />,
);
