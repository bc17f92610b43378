package learn

import (
	"math"
)

// The parameters of fitting a logistic regression.
const (
	penalty   = 3.0 // half the weight of the squared coefficients, of standardised features
	newtonMax = 30
	newtonEnd = 1e-8
)

// FitLogistic fits a regularised logistic regression by Newton's method over
// standardised features, and returns it for the original features.
func FitLogistic(names []string, rows []Row) Model {
	mean, scale := standard(rows, len(names))
	d := len(names) + 1
	w := make([]float64, d) // the last is the bias
	z := make([]float64, d)
	for range newtonMax {
		gradient, hessian := make([]float64, d), square(d)
		for _, r := range rows {
			odds := w[d-1]
			for j := range names {
				z[j] = (r.Features[j] - mean[j]) / scale[j]
				odds += w[j] * z[j]
			}
			z[d-1] = 1
			p := 1 / (1 + math.Exp(-odds))
			g, h := r.Weight*(p-r.Target), r.Weight*max(p*(1-p), 1e-6)
			for j := range z {
				gradient[j] += g * z[j]
				for k := range j + 1 {
					hessian[j][k] += h * z[j] * z[k]
				}
			}
		}
		for j := range names {
			gradient[j] += penalty * w[j]
			hessian[j][j] += penalty
		}
		step := solve(hessian, gradient)
		size := 0.0
		for j := range w {
			w[j] -= step[j]
			size += step[j] * step[j]
		}
		if size < newtonEnd {
			break
		}
	}
	m := Model{Features: names, Bias: w[d-1], Weights: make([]float64, len(names))}
	for j := range names {
		m.Weights[j] = w[j] / scale[j]
		m.Bias -= w[j] * mean[j] / scale[j]
	}
	return m
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// standard returns the mean and the standard deviation of each feature, 1 for a constant.
func standard(rows []Row, d int) (mean, scale []float64) {
	mean, scale = make([]float64, d), make([]float64, d)
	total := 0.0
	for _, r := range rows {
		total += r.Weight
		for j, v := range r.Features {
			mean[j] += r.Weight * v
		}
	}
	for j := range mean {
		mean[j] /= total
	}
	for _, r := range rows {
		for j, v := range r.Features {
			scale[j] += r.Weight * (v - mean[j]) * (v - mean[j])
		}
	}
	for j := range scale {
		if scale[j] = math.Sqrt(scale[j] / total); scale[j] < 1e-9 {
			scale[j] = 1
		}
	}
	return mean, scale
}

// solve solves a x = b for a symmetric positive definite matrix, given by its lower half
// (Cholesky).
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	x := make([]float64, n)
	for i := range n {
		x[i] = b[i]
		for k := range i {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
