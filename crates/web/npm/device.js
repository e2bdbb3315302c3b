// A graphics device that makes the samples of surfaces, with WebGPU.

/** Shaders whose buffers are kept: those of as many levels as a view shows. */
const MOST_SHADERS = 32;

/** Tables that are kept: pictures and solutions, which can be large. */
const MOST_TABLES = 2;

/** Pipelines that are kept. Levels of a terrain share them, and so do terrains that differ only in their numbers. */
const MOST_PIPELINES = 64;

/** Samples of a row that a group of a shader makes. */
const GROUP = 64;

/** How shaders use their bindings, in order. */
const BINDINGS = ['uniform', 'read-only-storage', 'read-only-storage', 'storage', 'uniform', 'read-only-storage', 'read-only-storage'];

export class Device {
  #device;
  #layout;
  #pipelines = new Map();
  #shaders = new Map();
  #tables = new Map();
  /** Why the device is gone. */
  #lost;

  /** Opens the fastest device; `software` allows one that is a program, which is for tests. There may be none. */
  static async open({ software = false } = {}) {
    const adapter = await globalThis.navigator?.gpu?.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter || (isSoftware(adapter) && !software)) return undefined;
    // Tables of large terrains are longer than what each device has at least.
    const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
    const device = await adapter.requestDevice({ requiredLimits: { maxBufferSize, maxStorageBufferBindingSize } });
    return new Device(device);
  }

  constructor(device) {
    this.#device = device;
    device.lost.then(({ message }) => { this.#lost = `the graphics device is lost: ${message}`; });
    const entries = BINDINGS.map((type, binding) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } }));
    this.#layout = device.createBindGroupLayout({ entries });
  }

  /** Makes the samples of a work: the planes of the result, one after the other. */
  async run(work) {
    const { pipelines, buffers } = await this.#prepared(work);
    const [side, [planes, intermediates]] = [work.side(), work.planes()];
    const bytes = 4 * planes * side * side;
    const positions = work.positions().map(words => this.#filled(GPUBufferUsage.STORAGE, words));
    const size = this.#filled(GPUBufferUsage.UNIFORM, new Uint32Array([side, side, 0, 0]));
    const out = this.#buffer(GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC, bytes + 4 * intermediates * side * side);
    const staging = this.#buffer(GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ, bytes);
    const bound = [buffers.near, ...positions, out, size, this.#tablesOf(work), buffers.far];
    const entries = bound.map((buffer, binding) => ({ binding, resource: { buffer } }));
    this.#device.pushErrorScope('validation');
    this.#device.pushErrorScope('out-of-memory');
    const commands = this.#device.createCommandEncoder();
    const pass = commands.beginComputePass();
    pass.setBindGroup(0, this.#device.createBindGroup({ layout: this.#layout, entries }));
    for (const pipeline of pipelines) {
      pass.setPipeline(pipeline);
      pass.dispatchWorkgroups(Math.ceil(side / GROUP), side);
    }
    pass.end();
    commands.copyBufferToBuffer(out, 0, staging, 0, bytes);
    this.#device.queue.submit([commands.finish()]);
    try {
      const faults = await Promise.all([this.#device.popErrorScope(), this.#device.popErrorScope()]);
      const fault = faults.find(Boolean);
      if (fault) throw new Error(`the graphics device failed: ${fault.message}`);
      await staging.mapAsync(GPUMapMode.READ);
      return new Float32Array(staging.getMappedRange().slice(0));
    } catch (error) {
      throw new Error(this.#lost ?? error.message);
    } finally {
      for (const buffer of [...positions, size, out, staging]) buffer.destroy();
    }
  }

  /** The pipelines of a work, and the buffers of its literals. */
  async #prepared(work) {
    const make = async () => {
      const pipelines = await Promise.all(work.texts().map(text => this.#pipeline(text)));
      const [near, far] = work.literals();
      const buffers = { near: this.#filled(GPUBufferUsage.UNIFORM, near), far: this.#filled(GPUBufferUsage.STORAGE, far) };
      return { pipelines, buffers };
    };
    const drop = async made => Object.values((await made).buffers).forEach(buffer => buffer.destroy());
    return kept(this.#shaders, work.shaders(), MOST_SHADERS, make, drop);
  }

  #pipeline(code) {
    const layout = this.#device.createPipelineLayout({ bindGroupLayouts: [this.#layout] });
    const compute = () => ({ module: this.#device.createShaderModule({ code }), entryPoint: 'main' });
    const make = () => this.#device.createComputePipelineAsync({ layout, compute: compute() });
    return kept(this.#pipelines, code, MOST_PIPELINES, make, () => {});
  }

  #tablesOf(work) {
    const make = () => this.#filled(GPUBufferUsage.STORAGE, work.tables());
    return kept(this.#tables, work.tablesNumber(), MOST_TABLES, make, tables => tables.destroy());
  }

  #buffer(usage, bytes) {
    return this.#device.createBuffer({ usage, size: Math.max(bytes, 16) });
  }

  /** A buffer with numbers. */
  #filled(usage, numbers) {
    const buffer = this.#buffer(usage | GPUBufferUsage.COPY_DST, numbers.byteLength);
    this.#device.queue.writeBuffer(buffer, 0, numbers);
    return buffer;
  }
}

const isSoftware = adapter => adapter.info?.isFallbackAdapter ?? adapter.isFallbackAdapter ?? false;

/** What a cache keeps of a key, made if it is not there. The least recently used is dropped, and so is what could not be made. */
function kept(cache, key, most, make, drop) {
  const known = cache.get(key);
  const value = known ?? make();
  cache.delete(key);
  cache.set(key, value);
  if (!known) value.catch?.(() => cache.delete(key));
  if (cache.size > most) {
    const [[oldest, old]] = cache;
    cache.delete(oldest);
    drop(old);
  }
  return value;
}
