import { useMemo } from 'react';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import type { StateGraphView } from '../../../../src/features/states/graph-view/graph-view.ts';
import { distanceHistogram, sliderRange } from './distance-histogram.ts';
import './threshold-slider.css';

const [WIDTH, HEIGHT, BARS] = [1000, 100, 100];

/** Larger thresholds merge more states. Over it: how many pairs of states are how far apart; a gap is a good place. */
export function ThresholdSlider({
  graph,
  value,
  onChange,
  onSettled,
}: {
  readonly graph: StateGraphView;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly onSettled: (value: number) => void;
}) {
  const { to, step } = useMemo(() => sliderRange(graph.threshold, graph.distances), [graph]);
  const bars = useMemo(
    () => distanceHistogram(graph.distances, { from: graph.threshold, to, bars: BARS }),
    [graph, to],
  );
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const xOf = (at: number) => (WIDTH * (at - graph.threshold)) / (to - graph.threshold);
  return (
    <Slider
      className="threshold"
      minValue={graph.threshold}
      maxValue={Math.max(to, graph.threshold + step)}
      step={step}
      value={value}
      isDisabled={to <= graph.threshold}
      onChange={onChange}
      onChangeEnd={onSettled}
      formatOptions={{ maximumFractionDigits: 3 }}
    >
      <div className="threshold-head">
        <Label className="field-label">Threshold</Label>
        <SliderOutput className="threshold-value numbers" />
      </div>
      <svg
        className="threshold-bars"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="How many pairs of states are how far apart"
      >
        {bars.map(({ from, to: end, count }) => {
          // A square root, so that the few near pairs stay visible beside the many far ones.
          const tall = count === 0 ? 0 : Math.max(3, HEIGHT * Math.sqrt(count / most));
          return (
            <rect
              key={from}
              x={xOf(from) + 0.5}
              width={Math.max(1, xOf(end) - xOf(from) - 1)}
              y={HEIGHT - tall}
              height={tall}
              className={from <= value ? 'within' : ''}
            />
          );
        })}
      </svg>
      <SliderTrack className="threshold-track">
        <SliderThumb className="threshold-thumb" />
      </SliderTrack>
      <div className="threshold-ends small quiet">
        <span>{graph.threshold}, as explored</span>
        <span>Pairs of states by distance</span>
        <span>{to}</span>
      </div>
    </Slider>
  );
}
