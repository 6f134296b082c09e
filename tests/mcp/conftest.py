from tests.questions.conftest import folder as folder
