"""The report of a run: data first, then figures, then one offline HTML file."""

from experiments.report.data import ReportData, build_report
from experiments.report.figures import Look, write_figures, write_front
from experiments.report.html import write_report

__all__ = ["Look", "ReportData", "build_report", "write_figures", "write_front", "write_report"]
