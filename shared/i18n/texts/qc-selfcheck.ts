/** Texts of the self-check; loaded with its page. */
export const qcSelfcheckTexts = {
  // proofs of the engine
  'qcSelfcheck.title': ['统计引擎自检', 'Engine self-check'],
  'qcSelfcheck.intro': [
    '用公开发表或独立计算的结果逐项核对统计引擎，结果由本服务当场算出。',
    'Compares the statistics engine with published or independently computed results. This server computes the results now.',
  ],
  'qcSelfcheck.version': ['引擎版本', 'Engine version'],
  'qcSelfcheck.held': ['通过用例', 'Passed cases'],
  'qcSelfcheck.missed': ['未通过用例', 'Failed cases'],
  'qcSelfcheck.figures': ['核对的数值', 'Figures compared'],
  'qcSelfcheck.allHeld': ['全部通过', 'All cases passed'],
  'qcSelfcheck.someMissed': [
    '{count} 个用例未通过，统计结果不可信，请联系开发者',
    '{count} {count|case|cases} failed: do not rely on the statistics. Please tell the developers',
  ],
  'qcSelfcheck.kind': ['方法', 'Method'],
  'qcSelfcheck.anyKind': ['全部方法', 'Any method'],
  'qcSelfcheck.onlyMissed': ['只看未通过的', 'Failed only'],
  'qcSelfcheck.case': ['用例', 'Case'],
  'qcSelfcheck.check': ['核对项', 'Figure'],
  'qcSelfcheck.expected': ['应为', 'Expected'],
  'qcSelfcheck.computed': ['算得', 'Computed'],
  'qcSelfcheck.tolerance': ['容差', 'Tolerance'],
  'qcSelfcheck.same': ['须相同', 'exact'],
  'qcSelfcheck.result': ['结果', 'Result'],
  'qcSelfcheck.isHeld': ['通过', 'passed'],
  'qcSelfcheck.isMissed': ['未通过', 'failed'],
  'qcSelfcheck.source': ['来源', 'Source'],
  'qcSelfcheck.count': ['{count} 个数', '{count} {count|figure|figures}'],
  'qcSelfcheck.none': ['没有未通过的用例', 'No case failed'],
  'qcSelfcheck.export': ['导出 CSV', 'Export CSV'],
  'qcSelfcheck.file': ['统计引擎自检', 'engine-self-check'],
  'qcSelfcheck.amount': ['{cases} 个用例，{figures} 个数', '{cases} {cases|case|cases}, {figures} figures'],

  // subjects of the self-check's cases, by method and by case
  'qcSelfcheck.kind.boxplot': ['箱线图', 'Box plot'],
  'qcSelfcheck.kind.c': ['c 图', 'c chart'],
  'qcSelfcheck.kind.capability': ['过程能力', 'Capability'],
  'qcSelfcheck.kind.capability-nonnormal': ['非正态过程能力', 'Non-normal capability'],
  'qcSelfcheck.kind.capability-summary': ['由均值和标准差算能力', 'Capability from a summary'],
  'qcSelfcheck.kind.cusum': ['CUSUM 图', 'CUSUM chart'],
  'qcSelfcheck.kind.ewma': ['EWMA 图', 'EWMA chart'],
  'qcSelfcheck.kind.formula': ['计算公式', 'Formulas'],
  'qcSelfcheck.kind.grr': ['量具 R&R', 'Gauge R&R'],
  'qcSelfcheck.kind.histogram': ['直方图', 'Histogram'],
  'qcSelfcheck.kind.imr': ['单值-移动极差图', 'I-MR chart'],
  'qcSelfcheck.kind.judgement': ['单值判定', 'Judgement of a value'],
  'qcSelfcheck.kind.laney-p': ['Laney p′ 图', 'Laney p′ chart'],
  'qcSelfcheck.kind.lttb': ['绘图抽稀 (LTTB)', 'Downsampling (LTTB)'],
  'qcSelfcheck.kind.normality': ['正态性检验', 'Normality'],
  'qcSelfcheck.kind.np': ['np 图', 'np chart'],
  'qcSelfcheck.kind.numeric': ['数值精度', 'Numerical accuracy'],
  'qcSelfcheck.kind.p': ['p 图', 'p chart'],
  'qcSelfcheck.kind.pareto': ['排列图', 'Pareto chart'],
  'qcSelfcheck.kind.rounding': ['数值修约', 'Rounding'],
  'qcSelfcheck.kind.rules': ['判异准则', 'Run rules'],
  'qcSelfcheck.kind.sampling': ['抽样方案', 'Sampling plans'],
  'qcSelfcheck.kind.sigma': ['组内 σ 的估计', 'Sigma within'],
  'qcSelfcheck.kind.u': ['u 图', 'u chart'],
  'qcSelfcheck.kind.xbar-r': ['均值-极差图', 'X̄-R chart'],
  'qcSelfcheck.kind.xbar-s': ['均值-标准差图', 'X̄-S chart'],
  'qcSelfcheck.of.boxplot-michelson': [
    '光速：分组五数概括，Tukey 须，第 7 类四分位数',
    'Five-number summaries by stratum, Tukey whiskers, quartiles type 7',
  ],
  'qcSelfcheck.of.boxplot-quakes': ['地震震级：大量重复值和离群点', 'Many tied outliers'],
  'qcSelfcheck.of.c-discoveries': [
    '1860–1959 年每年重大发现数：超离散计数，长串同侧',
    'Great discoveries per year 1860-1959 (overdispersed counts, long runs)',
  ],
  'qcSelfcheck.of.c-insectsprays': ['六组各 12 个计数：组间差异极大', '72 counts in six groups of 12: huge shifts'],
  'qcSelfcheck.of.c-nist-wafers': [
    '每片晶圆缺陷数：第 3 点恰在控制上限上，不算越限',
    'Defect counts per wafer; point 3 (28) lies exactly ON the upper limit and is not a violation',
  ],
  'qcSelfcheck.of.capability-empirical': [
    '同一组数据，经验百分位法 (第 7 类)',
    'Same data, empirical percentiles (type 7)',
  ],
  'qcSelfcheck.of.capability-lognormal': [
    '对数正态极大似然拟合，ISO 百分位法',
    'Lognormal by maximum likelihood, ISO percentile method',
  ],
  'qcSelfcheck.of.capability-lsl-zero': [
    '规格下限为 0 也是下限，不等于没有下限',
    'Lower limit 0 is a limit, not "no limit"',
  ],
  'qcSelfcheck.of.capability-shaft': [
    '轴径：双侧规格，目标居中，合并标准差，95 % 置信区间',
    'Two-sided, target at the midpoint; within = pooled / c4(nu+1), nu = 80; 95 % intervals',
  ],
  'qcSelfcheck.of.capability-summary-nist': ['只给均值和标准差', 'From mean and s.d. only'],
  'qcSelfcheck.of.capability-tablet-target-off-mid': [
    '片重：目标不居中，Cpm 取较近的规格限',
    'Target not at the midpoint: Cpm uses the nearer limit; within = sbar/c4',
  ],
  'qcSelfcheck.of.capability-usl-only': [
    '只有规格上限：Cp、Pp、CPL、PPL、Cpm 不存在',
    'Upper limit only: Cp, Pp, CPL, PPL, Cpm are null',
  ],
  'qcSelfcheck.of.cusum-nhtemp-fir': [
    '纽黑文 1912–1971 年均温：快速初始响应，k 0.25，h 8',
    'Mean temperature in New Haven 1912-1971, fast initial response head start 2.5, k 0.25, h 8',
  ],
  'qcSelfcheck.of.cusum-nist': [
    '手册数据，以 σ 为单位的表格 CUSUM，k 0.5，h 5',
    'Tabular CUSUM in sigma units; data of the handbook with our defaults k=0.5, h=5 and sigma 0.635 (k*sigma = 0.3175, the handbook k)',
  ],
  'qcSelfcheck.of.cusum-shaft-frozen': [
    '轴径子组均值：目标 25.000，冻结的 σ，k 0.5，h 5',
    'Subgroup means, target 25.000, frozen sigma, k 0.5, h 5',
  ],
  'qcSelfcheck.of.ewma-lakehuron': [
    '休伦湖 1875–1972 年水位：给定中心线和 σ，λ 0.1，L 2.7',
    'Level of Lake Huron 1875-1972, centre and sigma given, lambda 0.1, L 2.7',
  ],
  'qcSelfcheck.of.ewma-nist': [
    '给定中心线和 σ，精确 (随点变化的) 控制限',
    'EWMA, given centre and sigma, exact (time-varying) limits',
  ],
  'qcSelfcheck.of.ewma-shaft-frozen': [
    '轴径子组均值：冻结的中心线和 σ，λ 0.2',
    'Subgroup means, frozen centre and sigma of indices 0..19, lambda 0.2',
  ],
  'qcSelfcheck.of.formula': [
    '计算项目：标量、列表、缺失值与各种写错的公式',
    'Calculated items: scalar items a=7, b=2, z=0, m=missing; list items v=[1,2,3,4], w=[10,20,30,40], h=[5,null,7]',
  ],
  'qcSelfcheck.of.grr-anova-10x3x3': ['10 件 × 3 人 × 3 次，方差分析法', 'Crossed gauge R&R, ANOVA method'],
  'qcSelfcheck.of.histogram-michelson': [
    '给定区间边界：左闭右开，最后一个闭合',
    'Given edges: right-open bins, the last closed',
  ],
  'qcSelfcheck.of.histogram-quakes': [
    '1000 个震级，分辨力 0.1，边界在半个分辨力处',
    '1000 magnitudes at resolution 0.1, edges at half resolution',
  ],
  'qcSelfcheck.of.imr-median-mr-ozone': [
    '臭氧浓度：以移动极差中位数估计 σ',
    'Same, sigma from the median moving range / 0.9538725524',
  ],
  'qcSelfcheck.of.imr-missing-ozone': [
    '臭氧浓度有缺失值：断开，相邻的移动极差不存在',
    'Individuals with missing values: a gap; moving ranges touching a gap are null',
  ],
  'qcSelfcheck.of.imr-nile-excluded-phase': [
    '尼罗河：第 28 点分阶段，判异窗口重新开始，移动极差不跨阶段',
    'Phase boundary at 28: rule windows restart there, no moving range across it; CL and sigma are those given',
  ],
  'qcSelfcheck.of.imr-nile-frozen': ['尼罗河：控制限由前 28 年冻结', 'Limits frozen from the first 28 years'],
  'qcSelfcheck.of.imr-nile': [
    '尼罗河 1871–1970 年流量：1898 年后下降',
    'Annual flow of the Nile 1871-1970: drop after 1898',
  ],
  'qcSelfcheck.of.imr-nist-flowrate': ['流量，10 批的单值和移动极差', 'Individuals and moving range, 10 batches'],
  'qcSelfcheck.of.judgement': [
    '单值判定 OK、WARN、NG：界限值合格，十进制精确比较，两种修约比较法',
    'OK / WARN / NG of one value; limits inclusive; exact decimal comparison; two comparison methods (ASTM E29 absolute / rounding; GB/T 8170 4.3)',
  ],
  'qcSelfcheck.of.laney-p': ['同一组数据的 Laney p′', "Laney p' on the same data"],
  'qcSelfcheck.of.lttb-400-to-40': [
    '400 点抽稀到 40 点：选中的点',
    'Largest-Triangle-Three-Buckets, x = index; selected indices',
  ],
  'qcSelfcheck.of.normality-michelson': ['光速 100 个值', 'Speed of light, 100 values (km/s minus 299000)'],
  'qcSelfcheck.of.normality-precip': ['70 个城市的年降水量', 'Annual precipitation of 70 cities'],
  'qcSelfcheck.of.normality-rivers': ['河流长度：严重偏斜，p 极小', 'Strongly skewed: AD p is tiny'],
  'qcSelfcheck.of.normality-too-few': [
    '只有 7 个值：不做 Anderson-Darling 检验，只算矩',
    'n = 7: Anderson-Darling is not computed (null), moments are',
  ],
  'qcSelfcheck.of.np-120': ['每次检验 120 件', 'Constant n = 120'],
  'qcSelfcheck.of.np-nist-chips': ['芯片不合格品数', 'Same data as number defective'],
  'qcSelfcheck.of.numeric-numacc1': ['NumAcc1：三个大数', 'NumAcc1'],
  'qcSelfcheck.of.numeric-numacc2': [
    'NumAcc2：1001 个值，小数部分交替',
    'NumAcc2: 1.2 then 1.1, 1.3 repeated 500 times (n = 1001)',
  ],
  'qcSelfcheck.of.numeric-numacc3': ['NumAcc3：同上加一百万', 'NumAcc3: as NumAcc2 plus 1000000-1'],
  'qcSelfcheck.of.p-nist-chips': ['芯片不合格品率，每次 50 件', 'Fraction defective, constant n = 50'],
  'qcSelfcheck.of.p-varying': [
    '每次 80 到 400 件：控制限逐点变化',
    'Fraction defective, n from 80 to 400: limits per point',
  ],
  'qcSelfcheck.of.pareto': [
    '按次数降序，相同时按代码升序；累计百分比',
    'Sorted by count descending, ties by code ascending; cumulative percent',
  ],
  'qcSelfcheck.of.rounding': [
    '按十进制文本四舍六入五成双 (GB/T 8170、ISO 80000-1、ASTM E29)',
    'Half to even on the decimal text (ISO 80000-1 rule A, ASTM E29, GB/T 8170)',
  ],
  'qcSelfcheck.of.rules-on-the-line-is-not-beyond': [
    '恰在线上不算越线',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r1-beyond-3s': ['准则 1：超出 3σ', 'Nelson rules on a z sequence (centre 0, sigma 1)'],
  'qcSelfcheck.of.rules-r2-centre-breaks-run': [
    '准则 2：恰在中心线上的点打断同侧',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r2-nine-same-side': [
    '准则 2：连续 9 点同侧',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r3-six-rising': ['准则 3：连续 6 点上升', 'Nelson rules on a z sequence (centre 0, sigma 1)'],
  'qcSelfcheck.of.rules-r3-tie-breaks': [
    '准则 3：相等的点打断趋势',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r4-alternating': [
    '准则 4：连续 14 点上下交替',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r5-first-two-points': [
    '准则 5：最初两点就够',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r5-opposite-point-between': [
    '准则 5：中间夹一个另一侧的点',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r5-two-of-three': [
    '准则 5：3 点中 2 点超出 2σ',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r6-four-of-five': [
    '准则 6：5 点中 4 点超出 1σ',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r7-fifteen-in-zone-c': [
    '准则 7：连续 15 点在 1σ 内',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r8-eight-outside-zone-c': [
    '准则 8：连续 8 点在 1σ 外',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-r8-one-side-only-is-not-rule8': [
    '准则 8：只在一侧不算',
    'Nelson rules on a z sequence (centre 0, sigma 1)',
  ],
  'qcSelfcheck.of.rules-random-200': ['200 个随机值，全部 Nelson 准则', 'All Nelson rules on 200 random values'],
  'qcSelfcheck.of.rules-western-electric': [
    'WECO (西方电气) 四条准则',
    'Western Electric zone rules: 1 = beyond 3s, 2 = 2 of 3 beyond 2s, 3 = 4 of 5 beyond 1s, 4 = 8 on one side',
  ],
  'qcSelfcheck.of.sampling-plans': [
    '一次抽样、正常检验，按箭头查表',
    'Single sampling, normal inspection, arrows followed',
  ],
  'qcSelfcheck.of.sigma-strd-sirstv': ['四种组内 σ 的估计', 'The four within-subgroup sigma estimators'],
  'qcSelfcheck.of.u-varying': ['单位缺陷数，面积 0.5 到 3.0', 'Defects per unit, area 0.5..3.0'],
  'qcSelfcheck.of.xbar-r-shaft-excluded': [
    '轴径：第 0 到 19 组去掉第 7 组后冻结，第 7 组仍绘出并判异',
    'Frozen limits from indices 0..19 without 7 (assignable cause known); 7 is still plotted and tested',
  ],
  'qcSelfcheck.of.xbar-r-shaft-frozen': [
    '轴径：由第 0 到 19 组冻结，用于全部点',
    'Same data, limits frozen from indices 0..19 (phase I) and applied to all points (phase II monitoring)',
  ],
  'qcSelfcheck.of.xbar-r-shaft-phases': [
    '轴径：冻结控制限，判异窗口在阶段分界 (第 20 组) 重新开始',
    'Frozen limits, and the rule windows restart at the phase boundary (index 20)',
  ],
  'qcSelfcheck.of.xbar-r-shaft': [
    '轴径 30 × 5：一个离群子组，第 20 组起持续偏移',
    'Shaft diameter 30 x 5, one outlying subgroup (index 7) and a sustained shift from index 20; limits from all points',
  ],
  'qcSelfcheck.of.xbar-r-strd-sirstv': [
    '硅片电阻率，5 台仪器各 5 个值',
    'Silicon resistivity, 5 instruments x 5 values',
  ],
  'qcSelfcheck.of.xbar-r-varying': [
    '每组 3 到 5 个 (有缺失)：加权总均值，控制限随组的大小变化',
    'Subgroups of 3..5 (missing pieces): weighted grand mean, MVLUE sigma from ranges, limits step with n',
  ],
  'qcSelfcheck.of.xbar-s-large-n': ['每组多至 25 个', 'Subgroups up to 25'],
  'qcSelfcheck.of.xbar-s-strd-sirstv': ['硅片电阻率，均值-标准差图', 'Same data, Xbar-S'],
  'qcSelfcheck.of.xbar-s-tablet': [
    '片重 24 × 10：第 14、15 组波动突增，第 17 组起漂移',
    'Tablet weight 24 x 10: spread burst at 14-15 (S chart), drift from 17 (trend)',
  ],
  'qcSelfcheck.of.xbar-s-varying': ['每组大小不同，由标准差估计', 'Same, from standard deviations'],
} as const
